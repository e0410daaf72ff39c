/* The measures of outlines and boxes (shapes.py, measuring.py). */

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
    if (!read_points_within(all, FINE_BOUND, &one)) {
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

/* An outline in parts of FINE, without a radius. */
static int read_fine(PyObject *outline, Polygon *found) {
    Whole radius;
    return PyTuple_Check(outline) && PyTuple_GET_SIZE(outline) == 2 &&
           read_points_within(PyTuple_GET_ITEM(outline, 0), FINE_BOUND, found) &&
           read_whole(PyTuple_GET_ITEM(outline, 1), 0, &radius);
}

CALLED(overlaps) {
    Polygon one, other;
    Box here, there;
    if (count != 2 || !read_two(args, 2, count, &one, &other, &here, &there)) {
        if (count == 2 && read_fine(args[0], &one) && read_fine(args[1], &other) && (one.count > 2 || other.count > 2) &&
            one.count > 1 && other.count > 1)
            return PyBool_FromLong(!are_apart(box_of(&one), box_of(&other), 0) && !parts(&one, &other) &&
                                   !parts(&other, &one));
        return ask_twin(OVERLAPS, args, count);
    }
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
