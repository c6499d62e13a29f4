/* A whole engine that knows no rules: it plays a random one of the moves it is sent (docs/protocol.md, "Engines without
   rules"). Copy it and put your own choice where `choose` is.

     cc -O2 -o minimal_engine examples/minimal_engine.c
     embertree match pig --player cmd:./minimal_engine --player random */
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxLine = 1 << 20, kMaxWords = kMaxLine / 2 + 1 };

static char line[kMaxLine + 2];
static char* words[kMaxWords + 1]; /* ends with NULL */
static int count;

static int has_position;
static char held[kMaxLine + 1]; /* the answer to `go infinite` or `go ponder`, until it is asked for; "" without one */
static uint64_t random_state;

/* SplitMix64 */
static uint64_t next_random(void) {
  uint64_t z = (random_state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

/* The one thing to change. */
static const char* choose(char** moves, int how_many) { return moves[next_random() % (uint64_t)how_many]; }

static void say(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  if (fflush(stdout) != 0) exit(0); /* nobody listens any more */
}

static int is(int i, const char* word) { return i < count && strcmp(words[i], word) == 0; }

static int same_word(const char* a, const char* b) { /* without case */
  for (; *a && tolower((unsigned char)*a) == tolower((unsigned char)*b); ++a) ++b;
  return *a == *b || tolower((unsigned char)*a) == tolower((unsigned char)*b);
}

static int is_number(const char* word) {
  if (*word == '-') ++word;
  if (!*word) return 0;
  while (isdigit((unsigned char)*word)) ++word;
  return !*word;
}

/* --- Commands --- */

static void handshake(void) {
  say("id name Minimal engine in C");
  say("id author nobody");
  say("protocol ngi 1");
  say("option name SendMoves type check default true");
  say("option name Seed type spin default 0 min 0 max 18446744073709551615");
  say("ngiok");
}

static void set_option(void) { /* setoption name N [value] V */
  const int value = is(3, "value") ? 4 : 3;
  if (!is(1, "name") || count != value + 1) {
    say("error bad_argument setoption: expected name N value V");
  } else if (same_word(words[2], "seed")) {
    if (is_number(words[value]) && words[value][0] != '-' && strlen(words[value]) <= 20) {
      random_state = strtoull(words[value], NULL, 10);
    } else {
      say("error out_of_range Seed: a whole number from 0");
    }
  } else if (same_word(words[2], "sendmoves")) {
    if (!is(value, "true")) say("error out_of_range SendMoves: this engine knows no rules");
  } else {
    say("error bad_option there is no option %.60s", words[2]);
  }
}

static void position(void) {
  /* A player with rules would set up its board here. */
  has_position = is(1, "startpos") || is(1, "fen");
  if (!has_position) say("error bad_argument position: expected startpos or fen");
}

static int is_clock(const char* word) {
  return word[0] == 'p' && word[1] >= '1' && word[1] <= '5' && (!strcmp(word + 2, "time") || !strcmp(word + 2, "inc"));
}

static void go(void) {
  int i = 1, waits = 0, good = 1;
  for (; i < count && !is(i, "searchmoves"); ++i) {
    if (is(i, "infinite") || is(i, "ponder")) {
      waits = 1;
    } else if (is(i, "nodes") || is(i, "depth") || is(i, "movetime") || is(i, "movestogo") || is_clock(words[i])) {
      ++i;
      if (i >= count || !is_number(words[i])) good = 0;
    } else {
      good = 0;
    }
  }
  if (!has_position) {
    say("error no_position");
  } else if (!good || i + 1 >= count) {
    say("error bad_argument go: limits, then searchmoves with every legal move");
  } else {
    const char* move = choose(words + i + 1, count - i - 1);
    say("info depth 1 seldepth 1 multipv 1 score cp 0 nodes 1 nps 1000 time 1 hashfull 0 pv %s", move);
    if (waits) {
      strcpy(held, move);
    } else {
      say("bestmove %s", move);
    }
    return;
  }
  say("bestmove 0000");
}

static void stop(void) {
  if (*held) say("bestmove %s", held);
  *held = 0;
}

static void handle(void) {
  const char* word = words[0];
  const int query = is(0, "query");
  if (is(0, "isready")) {
    say("readyok");
  } else if (is(0, "stop") || is(0, "ponderhit")) {
    stop();
  } else if (*held) {
    say("error busy %s", word);
    if (query) say("response error");
  } else if (is(0, "ngi")) {
    handshake();
  } else if (is(0, "setoption")) {
    set_option();
  } else if (is(0, "newgame")) {
    has_position = 0;
  } else if (is(0, "position")) {
    position();
  } else if (is(0, "moves")) {
    if (!has_position) say("error no_position");
  } else if (is(0, "go")) {
    go();
  } else if (query) {
    say("error bad_argument query: this engine knows no rules");
    say("response error");
  } else {
    say("error unknown_command %.60s", word);
  }
}

static int is_utf8(const char* text) {
  int more = 0; /* bytes that a character still lacks */
  for (const unsigned char* c = (const unsigned char*)text; *c; ++c) {
    if (more > 0 ? (*c & 0xC0) != 0x80 : (*c & 0xC0) == 0x80 || *c >= 0xF8) return 0;
    more = more > 0 ? more - 1 : *c >= 0xF0 ? 3 : *c >= 0xE0 ? 2 : *c >= 0xC0;
  }
  return more == 0;
}

/* Reads a line into `line` and its words into `words`: 0 at the end of the input. */
static int read_line(void) {
  int c, length = 0, zero = 0;
  while ((c = getchar()) != EOF && c != '\n') {
    if (c == 0) zero = 1;
    if (length <= kMaxLine) line[length++] = (char)c;
  }
  if (c == EOF && length == 0) return 0;
  count = 0;
  line[length] = 0;
  if (length > kMaxLine) {
    say("error too_long");
  } else if (zero || !is_utf8(line)) {
    say("error bad_encoding");
  } else {
    for (char* word = strtok(line, " \t\r"); word; word = strtok(NULL, " \t\r")) words[count++] = word;
    words[count] = NULL;
  }
  return 1;
}

int main(void) {
  while (read_line()) {
    if (count == 0 || is(0, "#")) continue;
    if (is(0, "quit")) break;
    handle();
  }
  return 0;
}
