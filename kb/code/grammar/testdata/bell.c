#include <stdio.h>
#include "bell.h"

#define LOUD 3
#define RING(b) ring((b), LOUD)

/* How a bell is told. */
typedef struct bell {
    int size, *marks;
    void (*on_ring)(struct bell *, int);
    union { int a; struct tone *t; } u;
} bell_t;

enum colour { RED, GREEN = 1 << 2 };
typedef int (*compare)(const void *, const void *);
extern int counter;
static const char *names[LOUD] = { "a", first() }, other = 3;
struct bell *make(int size);

// Rings.
static inline int ring(struct bell *b, int n) {
    int i, times = n;
    compare by = find(b);
    struct tone local = { .pitch = pitch(n) };
    for (i = 0; i < times; i++) {
        b->on_ring(b, i);
        RING(b);
        by(b, &local);
        b->u.t->sound(names[i]);
    }
    if (!b) goto out;
    (void)sizeof(struct tone);
out:
    return (int)printf("%d\n", (*by)(b, b));
}

#ifdef LOUD
int old_style(a, b) int a; char *b; { return helper(a); }
#endif
