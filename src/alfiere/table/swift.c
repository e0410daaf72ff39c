/* The smallest measures of the table once more, in C: the same whole numbers, only sooner.

   Every function here has a twin in Python of the same name (see swift.py), which is the one to read. Points are taken
   if they lie within BOUND hundredths of the corner of the table, so that no product here is longer than 128 bits;
   whatever is farther off, has more than MOST corners or is not what was expected, is handed to the twin. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define BOUND (1L << 17)
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
    WITHIN, NEARER, OVERLAPS, APART, MEETS, CIRCLES_REACH, SWEPT_ALONG, DIVIDED, OFFSET, TWINS
};
static const char *const NAMES[TWINS] = {
    "box", "boxes_meet", "boxes_apart", "moved", "placed", "hull", "edges", "holds", "point_to_segment",
    "segments_meet", "squared_gap", "within", "nearer", "overlaps", "apart", "meets", "circles_reach", "swept_along",
    "divided", "offset",
};
static PyObject *twins[TWINS];
static PyTypeObject *outline_type;
static Whole sines[901];
static Whole scale;

static PyObject *ask_twin(int which, PyObject *const *args, Py_ssize_t count) {
    if (PyErr_Occurred())
        PyErr_Clear();
    return PyObject_Vectorcall(twins[which], args, (size_t)count, NULL);
}

/* Reading: 1 if it is what was expected. */

static int read_whole(PyObject *number, Whole bound, Whole *found) {
    int is_too_long;
    if (!PyLong_CheckExact(number))
        return 0;
    *found = PyLong_AsLongLongAndOverflow(number, &is_too_long);
    return !is_too_long && -bound <= *found && *found <= bound;
}

static int read_point(PyObject *pair, Point *found) {
    return PyTuple_Check(pair) && PyTuple_GET_SIZE(pair) == 2 &&
           read_whole(PyTuple_GET_ITEM(pair, 0), BOUND, &found->x) &&
           read_whole(PyTuple_GET_ITEM(pair, 1), BOUND, &found->y);
}

static int read_points(PyObject *points, Polygon *found) {
    int is_tuple = PyTuple_Check(points);
    if (!is_tuple && !PyList_Check(points))
        return 0;
    found->count = is_tuple ? PyTuple_GET_SIZE(points) : PyList_GET_SIZE(points);
    found->radius = 0;
    if (found->count < 1 || found->count > MOST)
        return 0;
    for (Py_ssize_t i = 0; i < found->count; i++)
        if (!read_point(is_tuple ? PyTuple_GET_ITEM(points, i) : PyList_GET_ITEM(points, i), &found->points[i]))
            return 0;
    return 1;
}

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

/* An Outline is a tuple of its points and its radius; both references are taken over. */
static PyObject *outline_with(PyObject *points, PyObject *radius) {
    PyObject *found = points && radius ? outline_type->tp_alloc(outline_type, 2) : NULL;
    if (found == NULL) {
        Py_XDECREF(points);
        Py_XDECREF(radius);
        return NULL;
    }
    PyTuple_SET_ITEM(found, 0, points);
    PyTuple_SET_ITEM(found, 1, radius);
    return found;
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

CALLED(box) {
    Polygon one;
    if (count != 1 || !read_outline(args[0], &one))
        return ask_twin(BOX, args, count);
    Box found = box_of(&one);
    PyObject *sides[4] = {PyLong_FromLongLong(found.west), PyLong_FromLongLong(found.north),
                          PyLong_FromLongLong(found.east), PyLong_FromLongLong(found.south)};
    PyObject *tuple = PyTuple_New(4);
    for (int i = 0; i < 4; i++) {
        if (tuple != NULL && sides[i] != NULL)
            PyTuple_SET_ITEM(tuple, i, sides[i]);
        else {
            Py_XDECREF(sides[i]);
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

CALLED(boxes_meet) {
    Box one, other;
    if (count != 2 || !read_box(args[0], &one) || !read_box(args[1], &other))
        return ask_twin(BOXES_MEET, args, count);
    return PyBool_FromLong(one.west <= other.east && other.west <= one.east && one.north <= other.south &&
                           other.north <= one.south);
}

CALLED(boxes_apart) {
    Box one, other;
    Whole limit;
    if (count != 3 || !read_box(args[0], &one) || !read_box(args[1], &other) || !read_whole(args[2], 8 * BOUND, &limit))
        return ask_twin(BOXES_APART, args, count);
    return PyBool_FromLong(are_apart(one, other, limit));
}

static PyObject *shifted(const Polygon *one, Whole x, Whole y, PyObject *radius) {
    Point there[MOST];
    for (Py_ssize_t i = 0; i < one->count; i++)
        there[i] = (Point){one->points[i].x + x, one->points[i].y + y};
    Py_INCREF(radius);
    return outline_with(tuple_of(there, one->count), radius);
}

CALLED(moved) {
    Polygon one;
    Whole x, y;
    if (count != 3 || !read_outline(args[0], &one) || !read_whole(args[1], BOUND, &x) || !read_whole(args[2], BOUND, &y))
        return ask_twin(MOVED, args, count);
    return shifted(&one, x, y, PyTuple_GET_ITEM(args[0], 1));
}

CALLED(placed) {
    Polygon one;
    Whole x, y;
    if (count != 3 || !read_points(args[0], &one) || !read_whole(args[1], BOUND, &x) || !read_whole(args[2], BOUND, &y))
        return ask_twin(PLACED, args, count);
    PyObject *zero = PyLong_FromLong(0), *found = zero == NULL ? NULL : shifted(&one, x, y, zero);
    Py_XDECREF(zero);
    return found;
}

static int in_order(const void *one, const void *other) {
    const Point *a = one, *b = other;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

static Py_ssize_t chain(const Point *ordered, Py_ssize_t count, int step, Point *found) {
    Py_ssize_t length = 0;
    for (Py_ssize_t i = 0; i < count; i++, ordered += step) {
        while (length > 1 && cross(found[length - 2], found[length - 1], *ordered) <= 0)
            length--;
        found[length++] = *ordered;
    }
    return length;
}

CALLED(hull) {
    Polygon one;
    Point found[2 * MOST], *points = one.points;
    if (count != 1)
        return ask_twin(HULL, args, count);
    PyObject *all = PySequence_List(args[0]); /* points may come one by one */
    if (all == NULL)
        return NULL;
    if (!read_points(all, &one)) {
        PyObject *asked = ask_twin(HULL, &all, 1);
        Py_DECREF(all);
        return asked;
    }
    Py_DECREF(all);
    qsort(points, (size_t)one.count, sizeof(Point), in_order);
    Py_ssize_t different = 1;
    for (Py_ssize_t i = 1; i < one.count; i++)
        if (in_order(&points[i], &points[different - 1]))
            points[different++] = points[i];
    if (different < 3)
        return tuple_of(points, different);
    Py_ssize_t lower = chain(points, different, 1, found) - 1;
    Py_ssize_t upper = chain(points + different - 1, different, -1, found + lower) - 1;
    return tuple_of(found, lower + upper);
}

CALLED(edges) {
    if (count != 1 || !PyTuple_Check(args[0]) || PyTuple_GET_SIZE(args[0]) == 0)
        return ask_twin(EDGES, args, count);
    Py_ssize_t corners = PyTuple_GET_SIZE(args[0]), sides = corners < 3 ? 1 : corners;
    PyObject *found = PyTuple_New(sides);
    for (Py_ssize_t i = 0; found != NULL && i < sides; i++) {
        PyObject *side =
            PyTuple_Pack(2, PyTuple_GET_ITEM(args[0], i), PyTuple_GET_ITEM(args[0], (i + 1) % corners));
        if (side == NULL)
            Py_CLEAR(found);
        else
            PyTuple_SET_ITEM(found, i, side);
    }
    return found;
}

CALLED(holds) {
    Polygon one;
    Point at;
    if (count != 3 || !read_points(args[0], &one) || !read_whole(args[1], BOUND, &at.x) ||
        !read_whole(args[2], BOUND, &at.y))
        return ask_twin(HOLDS, args, count);
    return PyBool_FromLong(does_hold(&one, at));
}

CALLED(point_to_segment) {
    Whole at[6];
    for (int i = 0; i < 6; i++)
        if (count != 6 || !read_whole(args[i], BOUND, &at[i]))
            return ask_twin(POINT_TO_SEGMENT, args, count);
    return squared_of(to_segment((Point){at[0], at[1]}, (Point){at[2], at[3]}, (Point){at[4], at[5]}));
}

CALLED(segments_meet) {
    Point ends[4];
    for (int i = 0; i < 4; i++)
        if (count != 4 || !read_point(args[i], &ends[i]))
            return ask_twin(SEGMENTS_MEET, args, count);
    return PyBool_FromLong(do_meet(ends[0], ends[1], ends[2], ends[3]));
}

CALLED(squared_gap) {
    Polygon one, other;
    Box here, there;
    if (count < 2 || count > 3 || !read_two(args, 2, count, &one, &other, &here, &there))
        return ask_twin(SQUARED_GAP, args, count);
    return squared_of(gap_between(&one, &other, here, there));
}

CALLED(within) {
    Polygon one, other;
    Box here, there;
    Whole limit;
    if (count < 3 || count > 4 || !read_whole(args[2], BOUND, &limit) ||
        !read_two(args, 3, count, &one, &other, &here, &there))
        return ask_twin(WITHIN, args, count);
    Whole reach = limit + one.radius + other.radius;
    if (reach < 0 || are_apart(here, there, limit))
        Py_RETURN_FALSE;
    if (limit > FAR) {
        Whole wide = greater(here.east, there.east) - lesser(here.west, there.west);
        Whole high = greater(here.south, there.south) - lesser(here.north, there.north);
        if (wide * wide + high * high <= limit * limit)
            Py_RETURN_TRUE;
    }
    Squared gap = gap_between(&one, &other, here, there);
    return PyBool_FromLong(gap.square <= (Wide)(reach * reach) * gap.over);
}

CALLED(nearer) {
    Polygon one, other;
    Box here, there;
    Whole limit;
    if (count != 3 || !read_whole(args[2], BOUND, &limit) || !read_two(args, 3, count, &one, &other, &here, &there))
        return ask_twin(NEARER, args, count);
    Whole reach = limit + one.radius + other.radius;
    if (reach <= 0 || are_apart(here, there, limit))
        Py_RETURN_FALSE;
    Squared gap = gap_between(&one, &other, here, there);
    return PyBool_FromLong(gap.square < (Wide)(reach * reach) * gap.over);
}

CALLED(overlaps) {
    Polygon one, other;
    Box here, there;
    if (count != 2 || !read_two(args, 2, count, &one, &other, &here, &there))
        return ask_twin(OVERLAPS, args, count);
    if (are_apart(here, there, 0))
        Py_RETURN_FALSE;
    Whole reach = one.radius + other.radius;
    if (reach) {
        Squared gap = gap_between(&one, &other, here, there);
        return PyBool_FromLong(gap.square < (Wide)(reach * reach) * gap.over);
    }
    if (one.count < 3 && other.count < 3)
        Py_RETURN_FALSE; /* neither has an inside */
    return PyBool_FromLong(!parts(&one, &other) && !parts(&other, &one));
}

/* Whether the line through one of the sides of ``a`` has all of ``b`` strictly on its outer side. */
static int is_outside(const Polygon *a, const Polygon *b) {
    Point before = a->points[a->count - 1];
    for (Py_ssize_t i = 0; i < a->count; i++) {
        int are_all_outside = 1, are_all_inside = 1;
        for (Py_ssize_t j = 0; j < b->count && (are_all_outside || are_all_inside); j++) {
            Whole inside = cross(before, a->points[i], b->points[j]);
            are_all_outside &= inside < 0;
            are_all_inside &= inside > 0;
        }
        if (are_all_outside || (a->count == 2 && are_all_inside))
            return 1;
        before = a->points[i];
    }
    return 0;
}

CALLED(apart) {
    Polygon one, other;
    if (count != 2 || !read_points(args[0], &one) || !read_points(args[1], &other))
        return ask_twin(APART, args, count);
    return PyBool_FromLong(is_outside(&one, &other));
}

CALLED(meets) {
    Polygon one, other;
    if (count != 2 || !read_points(args[0], &one) || !read_outline(args[1], &other))
        return ask_twin(MEETS, args, count);
    if (!other.radius && one.count > 2 && other.count > 1)
        return PyBool_FromLong(!is_outside(&one, &other) && !is_outside(&other, &one));
    Whole reach = other.radius;
    other.radius = 0;
    Squared gap = gap_between(&one, &other, box_of(&one), box_of(&other));
    return PyBool_FromLong(gap.square <= (Wide)(reach * reach) * gap.over);
}

static Whole squared_length(Point from, Point to) {
    return (to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y);
}

static int circles_come(const Polygon *corners, Point pivot, const Polygon *sides) {
    for (Py_ssize_t i = 0; i < sides_of(sides); i++) {
        Point a = sides->points[i], b = end_of(sides, i);
        Squared nearest = to_segment(pivot, a, b);
        Whole farthest = greater(squared_length(pivot, a), squared_length(pivot, b));
        for (Py_ssize_t j = 0; j < corners->count; j++) {
            Whole far = squared_length(pivot, corners->points[j]);
            if (nearest.square <= (Wide)far * nearest.over && far <= farthest)
                return 1;
        }
    }
    return 0;
}

CALLED(circles_reach) {
    Polygon one, other;
    Point pivot;
    if (count != 3 || !read_points(args[0], &one) || !read_point(args[1], &pivot) || !read_points(args[2], &other))
        return ask_twin(CIRCLES_REACH, args, count);
    return PyBool_FromLong(circles_come(&one, pivot, &other) || circles_come(&other, pivot, &one));
}

CALLED(swept_along) {
    Polygon one;
    Whole dx, dy;
    Point found[2 * MOST];
    if (count != 3 || !read_points(args[0], &one) || one.count < 2 || !read_whole(args[1], BOUND, &dx) ||
        !read_whole(args[2], BOUND, &dy))
        return ask_twin(SWEPT_ALONG, args, count);
    Py_ssize_t length = 0;
    Point before = one.points[one.count - 2], at = one.points[one.count - 1];
    int led = (at.x - before.x) * dy - (at.y - before.y) * dx < 0;
    for (Py_ssize_t i = 0; i < one.count; i++) {
        Point next = one.points[i], there = {at.x + dx, at.y + dy};
        int leads = (next.x - at.x) * dy - (next.y - at.y) * dx < 0;
        found[length++] = led ? there : at;
        if (led != leads)
            found[length++] = led ? at : there;
        at = next;
        led = leads;
    }
    return tuple_of(found, length);
}

/* The nearest whole number, halves away from zero. */
static Whole nearest(Whole number, Whole by) {
    return number < 0 ? -((-2 * number + by) / (2 * by)) : (2 * number + by) / (2 * by);
}

CALLED(divided) {
    Whole number, by;
    if (count != 2 || !read_whole(args[0], 1LL << 60, &number) || !read_whole(args[1], 1LL << 60, &by) || by <= 0)
        return ask_twin(DIVIDED, args, count);
    return PyLong_FromLongLong(nearest(number, by));
}

static Whole sine(Whole heading) {
    if (heading >= 1800)
        return -sine(heading - 1800);
    return heading <= 900 ? sines[heading] : sines[1800 - heading];
}

CALLED(offset) {
    Whole heading, ahead, right = 0;
    if (count < 2 || count > 3 || !read_whole(args[0], BOUND, &heading) || !read_whole(args[1], BOUND, &ahead) ||
        (count == 3 && !read_whole(args[2], BOUND, &right)))
        return ask_twin(OFFSET, args, count);
    heading = (heading % 3600 + 3600) % 3600;
    Whole x = sine(heading), y = -sine((heading + 900) % 3600);
    return pair_of((Point){nearest(ahead * x - right * y, scale), nearest(ahead * y + right * x, scale)});
}

/* Setting up */

static PyObject *twin(PyObject *module, PyObject *args) {
    const char *name;
    PyObject *pure;
    if (!PyArg_ParseTuple(args, "sO", &name, &pure))
        return NULL;
    for (int i = 0; i < TWINS; i++)
        if (strcmp(name, NAMES[i]) == 0) {
            Py_INCREF(pure);
            Py_XSETREF(twins[i], pure);
            return PyObject_GetAttrString(module, name);
        }
    PyErr_Format(PyExc_LookupError, "there is no %s here", name);
    return NULL;
}

static PyObject *use_outline(PyObject *module, PyObject *type) {
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError, "an outline is a tuple");
        return NULL;
    }
    Py_INCREF(type);
    outline_type = (PyTypeObject *)type;
    Py_RETURN_NONE;
}

static PyObject *use_sines(PyObject *module, PyObject *args) {
    PyObject *table;
    if (!PyArg_ParseTuple(args, "O!L", &PyTuple_Type, &table, &scale))
        return NULL;
    if (PyTuple_GET_SIZE(table) != 901) {
        PyErr_SetString(PyExc_ValueError, "901 sines");
        return NULL;
    }
    for (int i = 0; i < 901; i++)
        sines[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(table, i));
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

#define FAST(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

static PyMethodDef methods[] = {
    FAST(box), FAST(boxes_meet), FAST(boxes_apart), FAST(moved), FAST(placed), FAST(hull), FAST(edges), FAST(holds),
    FAST(point_to_segment), FAST(segments_meet), FAST(squared_gap), FAST(within), FAST(nearer), FAST(overlaps),
    FAST(apart), FAST(meets), FAST(circles_reach), FAST(swept_along), FAST(divided), FAST(offset),
    {"twin", twin, METH_VARARGS, "The compiled function of this name, which asks the pure one where it must."},
    {"use_outline", use_outline, METH_O, "The class of outlines."},
    {"use_sines", use_sines, METH_VARARGS, "The sines of 0 to 90 degrees in tenths, and what a sine of one is."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_swift", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__swift(void) { return PyModule_Create(&definition); }
