/* Discs, moves and corners of Othello, as a process.
 *
 *   cc -O2 -o counts counts.c
 *   plyscope judge othello --heuristic "process:cmd=(./counts)"
 *
 * 8×8. Needs no library for JSON: our lines have no blanks, and their keys come
 * in the order that docs/reference/protocol.md gives. Needs POSIX getline.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DISCS = 1, MOVES = 10, CORNER = 100 };
static const uint64_t INNER = 0x7E7E7E7E7E7E7E7Eu;
static const uint64_t CORNERS = 0x8100000000000081u;

static int count(uint64_t cells) { return __builtin_popcountll(cells); }

/* Cells behind lines of their discs that begin next to ours, both ways. */
static uint64_t lines(uint64_t own, uint64_t theirs, int shift) {
    uint64_t left = theirs & (own << shift), right = theirs & (own >> shift);
    for (int step = 0; step < 5; step++) {
        left |= theirs & (left << shift);
        right |= theirs & (right >> shift);
    }
    return left << shift | right >> shift;
}

/* How many cells are open to a disc. */
static int moves(uint64_t own, uint64_t theirs) {
    uint64_t inner = theirs & INNER;
    uint64_t cells = lines(own, theirs, 8) | lines(own, inner, 1) | lines(own, inner, 7) | lines(own, inner, 9);
    return count(cells & ~(own | theirs));
}

/* What 64 letters are worth to a player: 0 began, with the discs x. */
static int value(const char *cells, int player) {
    uint64_t discs[2] = {0, 0};
    for (int cell = 0; cell < 64; cell++) {
        discs[0] |= (uint64_t)(cells[cell] == 'x') << cell;
        discs[1] |= (uint64_t)(cells[cell] == 'o') << cell;
    }
    uint64_t own = discs[player], theirs = discs[1 - player];
    return DISCS * (count(own) - count(theirs)) + MOVES * (moves(own, theirs) - moves(theirs, own)) +
           CORNER * (count(own & CORNERS) - count(theirs & CORNERS));
}

/* {"id":1,"players":[0,1],"cells":["…","…"]} */
static void answer(const char *line) {
    const char *id = strstr(line, "\"id\":"), *player = strstr(line, "\"players\":["), *cells = strstr(line, "\"cells\":[");
    if (!id || !player || !cells) {
        puts("{\"error\":\"a question without id, players or cells\"}");
        return;
    }
    printf("{\"id\":%lld,\"values\":[", atoll(id + 5));
    player += strlen("\"players\":[");
    cells += strlen("\"cells\":[");
    const char *end = line + strlen(line);
    for (int first = 1; *cells == '"' && end - cells > 65; first = 0) {
        printf(first ? "%d" : ",%d", value(cells + 1, *player == '1'));
        player += 2;
        cells += 66;
        if (*cells == ',') cells++;
    }
    puts("]}");
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strstr(line, "\"goodbye\"")) break;
        if (!strstr(line, "\"plyscope\""))
            answer(line);
        else if (strstr(line, "\"game\":\"othello\"") && strstr(line, "\"rows\":8"))
            puts("{\"plyscope\":1,\"name\":\"counts.c\",\"gives\":\"states\",\"wants\":[\"cells\"]}");
        else
            puts("{\"error\":\"only Othello on 8x8 cells\"}");
        fflush(stdout);
    }
    free(line);
    return 0;
}
