/* What the compiled measures share: points and polygons read from Python's tuples and made into them, and how far they
   are from each other. Included by swift.c alone. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>

#define BOUND (1L << 17)
#define FINE_BOUND (BOUND << 10) /* the same in parts of fronts.FINE, where products of two are all that is asked */
#define MOST 64
#define FAR 1000 /* measuring.FAR */

typedef long long Whole;
typedef __int128 Wide;

typedef struct {
    Whole x, y;
} Point;

typedef struct {
    Point points[MOST];
    Py_ssize_t count;
    Whole radius;
} Polygon;

typedef struct {
    Whole west, north, east, south;
} Box;

typedef struct {
    Wide square;
    Whole over;
} Squared;

/* The twins, in the order of NAMES. */
enum {
    BOX, BOXES_MEET, BOXES_APART, MOVED, PLACED, HULL, EDGES, HOLDS, POINT_TO_SEGMENT, SEGMENTS_MEET, SQUARED_GAP,
    WITHIN, NEARER, OVERLAPS, APART, MEETS, CIRCLES_REACH, SWEPT_ALONG, DIVIDED, OFFSET, TURN_MEETS, FREE_TURNING,
    FREE_AHEAD, CLIP, ROUND_SHARES, STANDING_IN, OUTLINE_OF, CORE_OF, IS_ON, AFTER, SIDES_AT, SIDES_ALONG, STEPS_ON, ALL_MET, CLIPPED, HEADING_OF,
    FAR_OFF, CLOSEST, AIMED, EDGES_MET, IN_BOX, SQUARES, SNAPSHOT, CHANGED, IS_HIDDEN_LEG, FIRST_BARRING, SHORTEST, CROSSED_FIRST,
    BOUNDS_TO, LENGTHS_BY, BASES_ON_LINE, BARS_AT, GAPS_BETWEEN, BASES_ABOUT,
    IS_ABOUT, TWINS
};
static const char *const NAMES[TWINS] = {
    "box", "boxes_meet", "boxes_apart", "moved", "placed", "hull", "edges", "holds", "point_to_segment",
    "segments_meet", "squared_gap", "within", "nearer", "overlaps", "apart", "meets", "circles_reach", "swept_along",
    "divided", "offset", "turn_meets", "free_turning", "free_ahead", "clip", "round_shares", "standing_in",
    "outline_of", "core_of", "is_on", "after", "sides_at", "sides_along", "steps_on", "all_met", "clipped", "heading_of",
    "far_off", "closest", "aimed", "edges_met", "in_box", "squares", "snapshot", "changed", "is_hidden_leg",
    "first_barring", "shortest", "crossed_first", "bounds_to", "lengths_by", "bases_on_line",
    "bars_at", "gaps_between", "bases_about", "is_about",
};
static PyObject *twins[TWINS];
static PyTypeObject *outline_type, *shift_type, *turn_type, *footing_type, *pose_type;
static PyObject *centre, *left, *right; /* what a unit turns about */
static Whole sines[901];
static Whole scale;

static PyObject *ask_twin(int which, PyObject *const *args, Py_ssize_t count) {
    if (PyErr_Occurred())
        PyErr_Clear();
    return PyObject_Vectorcall(twins[which], args, (size_t)count, NULL);
}

/* Reading: 1 if it is what was expected. */

/* Of a number with no more than one digit of Python's, as most are, that digit says all. */
#if PY_VERSION_HEX >= 0x030C0000
#define IS_SHORT(number) PyUnstable_Long_IsCompact((PyLongObject *)(number))
#define SHORT(number) ((Whole)PyUnstable_Long_CompactValue((PyLongObject *)(number)))
#else
#define IS_SHORT(number) (-1 <= Py_SIZE(number) && Py_SIZE(number) <= 1)
#define SHORT(number) ((Whole)Py_SIZE(number) * (Whole)((PyLongObject *)(number))->ob_digit[0])
#endif

static int read_whole(PyObject *number, Whole bound, Whole *found) {
    int is_too_long = 0;
    if (!PyLong_CheckExact(number))
        return 0;
    *found = IS_SHORT(number) ? SHORT(number) : PyLong_AsLongLongAndOverflow(number, &is_too_long);
    return !is_too_long && -bound <= *found && *found <= bound;
}

static int read_pair(PyObject *pair, Whole bound, Point *found) {
    return PyTuple_Check(pair) && PyTuple_GET_SIZE(pair) == 2 &&
           read_whole(PyTuple_GET_ITEM(pair, 0), bound, &found->x) &&
           read_whole(PyTuple_GET_ITEM(pair, 1), bound, &found->y);
}

static int read_point(PyObject *pair, Point *found) { return read_pair(pair, BOUND, found); }

static int read_points_within(PyObject *points, Whole bound, Polygon *found) {
    int is_tuple = PyTuple_Check(points);
    if (!is_tuple && !PyList_Check(points))
        return 0;
    found->count = is_tuple ? PyTuple_GET_SIZE(points) : PyList_GET_SIZE(points);
    found->radius = 0;
    if (found->count < 1 || found->count > MOST)
        return 0;
    for (Py_ssize_t i = 0; i < found->count; i++)
        if (!read_pair(is_tuple ? PyTuple_GET_ITEM(points, i) : PyList_GET_ITEM(points, i), bound, &found->points[i]))
            return 0;
    return 1;
}

static int read_points(PyObject *points, Polygon *found) { return read_points_within(points, BOUND, found); }

static int read_outline(PyObject *outline, Polygon *found) {
    Whole radius;
    if (!PyTuple_Check(outline) || PyTuple_GET_SIZE(outline) != 2 || !read_points(PyTuple_GET_ITEM(outline, 0), found) ||
        !read_whole(PyTuple_GET_ITEM(outline, 1), BOUND, &radius))
        return 0;
    found->radius = radius;
    return 1;
}

static int read_box(PyObject *box, Box *found) {
    return PyTuple_Check(box) && PyTuple_GET_SIZE(box) == 4 &&
           read_whole(PyTuple_GET_ITEM(box, 0), 4 * BOUND, &found->west) &&
           read_whole(PyTuple_GET_ITEM(box, 1), 4 * BOUND, &found->north) &&
           read_whole(PyTuple_GET_ITEM(box, 2), 4 * BOUND, &found->east) &&
           read_whole(PyTuple_GET_ITEM(box, 3), 4 * BOUND, &found->south);
}

/* Making */

static PyObject *pair_of(Point point) {
    PyObject *x = PyLong_FromLongLong(point.x), *y = PyLong_FromLongLong(point.y);
    PyObject *pair = x && y ? PyTuple_New(2) : NULL;
    if (pair == NULL) {
        Py_XDECREF(x);
        Py_XDECREF(y);
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, x);
    PyTuple_SET_ITEM(pair, 1, y);
    return pair;
}

static PyObject *tuple_of(const Point *points, Py_ssize_t count) {
    PyObject *found = PyTuple_New(count);
    for (Py_ssize_t i = 0; found != NULL && i < count; i++) {
        PyObject *pair = pair_of(points[i]);
        if (pair == NULL)
            Py_CLEAR(found);
        else
            PyTuple_SET_ITEM(found, i, pair);
    }
    return found;
}

/* A NamedTuple with these fields; their references are taken over. */
static PyObject *named_tuple(PyTypeObject *type, PyObject **fields, Py_ssize_t count) {
    int is_whole = 1;
    for (Py_ssize_t i = 0; i < count; i++)
        is_whole &= fields[i] != NULL;
    PyObject *found = is_whole ? type->tp_alloc(type, count) : NULL;
    for (Py_ssize_t i = 0; i < count; i++)
        if (found != NULL)
            PyTuple_SET_ITEM(found, i, fields[i]);
        else
            Py_XDECREF(fields[i]);
    return found;
}

static PyObject *outline_with(PyObject *points, PyObject *radius) {
    return named_tuple(outline_type, (PyObject *[]){points, radius}, 2);
}

static PyObject *whole_of(Wide number) {
    if (number <= PY_LLONG_MAX)
        return PyLong_FromLongLong((Whole)number);
    PyObject *high = PyLong_FromUnsignedLongLong((unsigned long long)(number >> 64));
    PyObject *low = PyLong_FromUnsignedLongLong((unsigned long long)number), *by = PyLong_FromLong(64);
    PyObject *shifted = high && by ? PyNumber_Lshift(high, by) : NULL;
    PyObject *found = shifted && low ? PyNumber_Or(shifted, low) : NULL;
    Py_XDECREF(high);
    Py_XDECREF(low);
    Py_XDECREF(by);
    Py_XDECREF(shifted);
    return found;
}

static PyObject *squared_of(Squared gap) {
    PyObject *square = whole_of(gap.square), *over = PyLong_FromLongLong(gap.over);
    PyObject *pair = square && over ? PyTuple_New(2) : NULL;
    if (pair == NULL) {
        Py_XDECREF(square);
        Py_XDECREF(over);
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, square);
    PyTuple_SET_ITEM(pair, 1, over);
    return pair;
}

/* Measuring */

static Whole lesser(Whole a, Whole b) { return a < b ? a : b; }
static Whole greater(Whole a, Whole b) { return a > b ? a : b; }

static Whole cross(Point a, Point b, Point at) {
    return (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
}

static Box box_of(const Polygon *one) {
    Box found = {one->points[0].x, one->points[0].y, one->points[0].x, one->points[0].y};
    for (Py_ssize_t i = 1; i < one->count; i++) {
        found.west = lesser(found.west, one->points[i].x);
        found.north = lesser(found.north, one->points[i].y);
        found.east = greater(found.east, one->points[i].x);
        found.south = greater(found.south, one->points[i].y);
    }
    found.west -= one->radius;
    found.north -= one->radius;
    found.east += one->radius;
    found.south += one->radius;
    return found;
}

static int are_apart(Box one, Box other, Whole limit) {
    return other.west - one.east > limit || one.west - other.east > limit || other.north - one.south > limit ||
           one.north - other.south > limit;
}

static Squared to_segment(Point p, Point a, Point b) {
    Whole dx = b.x - a.x, dy = b.y - a.y, ex = p.x - a.x, ey = p.y - a.y, along = ex * dx + ey * dy;
    if (along <= 0)
        return (Squared){ex * ex + ey * ey, 1};
    Whole length = dx * dx + dy * dy;
    if (along >= length) {
        ex = p.x - b.x, ey = p.y - b.y;
        return (Squared){ex * ex + ey * ey, 1};
    }
    Wide across = ex * dy - ey * dx;
    return (Squared){across * across, length};
}

static int is_less(Squared one, Squared other) { return one.square * other.over < other.square * one.over; }

static int do_meet(Point a, Point b, Point c, Point d) {
    Whole to_c = cross(a, b, c), to_d = cross(a, b, d), to_a = cross(c, d, a), to_b = cross(c, d, b);
    if ((to_c > 0 && to_d > 0) || (to_c < 0 && to_d < 0) || (to_a > 0 && to_b > 0) || (to_a < 0 && to_b < 0))
        return 0;
    if (to_c || to_d || to_a || to_b)
        return 1;
    /* All on one line: they meet if their boxes do. */
    return lesser(a.x, b.x) <= greater(c.x, d.x) && lesser(c.x, d.x) <= greater(a.x, b.x) &&
           lesser(a.y, b.y) <= greater(c.y, d.y) && lesser(c.y, d.y) <= greater(a.y, b.y);
}

static int does_hold(const Polygon *one, Point at) {
    Point before = one->points[one->count - 1];
    for (Py_ssize_t i = 0; i < one->count; i++) {
        if (cross(before, one->points[i], at) < 0)
            return 0;
        before = one->points[i];
    }
    return 1;
}

/* The sides of a polygon; a segment has one, a point one without length. */
static Py_ssize_t sides_of(const Polygon *one) { return one->count < 3 ? 1 : one->count; }
static Point end_of(const Polygon *one, Py_ssize_t side) { return one->points[(side + 1) % one->count]; }

static Squared corners_to(const Polygon *corners, const Polygon *sides) {
    Squared best = {-1, 1};
    for (Py_ssize_t i = 0; i < sides_of(sides); i++)
        for (Py_ssize_t j = 0; j < corners->count; j++) {
            Squared found = to_segment(corners->points[j], sides->points[i], end_of(sides, i));
            if (best.square < 0 || is_less(found, best))
                best = found;
        }
    return best;
}

static int any_meet(const Polygon *one, const Polygon *other) {
    for (Py_ssize_t i = 0; i < sides_of(one); i++)
        for (Py_ssize_t j = 0; j < sides_of(other); j++)
            if (do_meet(one->points[i], end_of(one, i), other->points[j], end_of(other, j)))
                return 1;
    return 0;
}

static Squared gap_between(const Polygon *one, const Polygon *other, Box here, Box there) {
    const Polygon *a = one->count > other->count ? other : one, *b = one->count > other->count ? one : other;
    if (a->count == 1) {
        if (b->count > 2 && does_hold(b, a->points[0]))
            return (Squared){0, 1};
        return corners_to(a, b);
    }
    if (!are_apart(here, there, -one->radius - other->radius)) {
        if (b->count > 2 && (does_hold(b, a->points[0]) || (a->count > 2 && does_hold(a, b->points[0]))))
            return (Squared){0, 1};
        if (any_meet(a, b))
            return (Squared){0, 1};
    }
    /* Polygons that do not meet are nearest to each other at a corner of one of them. */
    Squared from_a = corners_to(a, b), from_b = corners_to(b, a);
    return is_less(from_b, from_a) ? from_b : from_a;
}

static int parts(const Polygon *a, const Polygon *b) {
    for (Py_ssize_t i = 0; i < sides_of(a); i++) {
        int is_any_inside = 0, are_all_inside = 1;
        for (Py_ssize_t j = 0; j < b->count; j++) {
            Whole inside = cross(a->points[i], end_of(a, i), b->points[j]);
            is_any_inside |= inside > 0;
            are_all_inside &= inside >= 0;
        }
        if (!is_any_inside || (a->count == 2 && are_all_inside))
            return 1;
    }
    return 0;
}

/* Two outlines, and perhaps their boxes as the fourth argument; 1 if all is what was expected. */
static int read_two(PyObject *const *args, Py_ssize_t boxes_at, Py_ssize_t count, Polygon *one, Polygon *other,
                    Box *here, Box *there) {
    if (!read_outline(args[0], one) || !read_outline(args[1], other))
        return 0;
    if (count <= boxes_at || args[boxes_at] == Py_None) {
        *here = box_of(one);
        *there = box_of(other);
        return 1;
    }
    PyObject *boxes = args[boxes_at];
    return PyTuple_Check(boxes) && PyTuple_GET_SIZE(boxes) == 2 && read_box(PyTuple_GET_ITEM(boxes, 0), here) &&
           read_box(PyTuple_GET_ITEM(boxes, 1), there);
}

/* What Python calls */

#define CALLED(name) static PyObject *name(PyObject *module, PyObject *const *args, Py_ssize_t count)
