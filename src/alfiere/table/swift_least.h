/* How far it is at least: to a goal, by a bend, and what a straight way crosses (goals.py, least_way.py). */

CALLED(bounds_to) {
    Polygon target, at = {.count = 1, .radius = 0};
    Whole near;
    if (count != 3 || !(PyList_Check(args[0]) || PyTuple_Check(args[0])) || !read_outline(args[1], &target) ||
        !read_whole(args[2], BOUND, &near))
        return ask_twin(BOUNDS_TO, args, count);
    Py_ssize_t many = PySequence_Fast_GET_SIZE(args[0]);
    Box there = box_of(&target);
    PyObject *found = PyList_New(many);
    for (Py_ssize_t i = 0; found != NULL && i < many; i++) {
        if (!read_point(PySequence_Fast_ITEMS(args[0])[i], &at.points[0])) {
            Py_DECREF(found);
            return ask_twin(BOUNDS_TO, args, count);
        }
        Squared gap = gap_between(&at, &target, there, there); /* of a point no box is asked for */
        Whole far = root_down(gap.over == 1 ? (Whole)gap.square << 20 : (Whole)((gap.square << 20) / gap.over)); /* FINE² */
        PyObject *bound = PyLong_FromLongLong(greater(0, far - (near << 10)));
        if (bound == NULL)
            Py_CLEAR(found);
        else
            PyList_SET_ITEM(found, i, bound);
    }
    return found;
}

CALLED(lengths_by) {
    Point place, bend;
    Whole left;
    if (count != 2 || !read_point(args[0], &place) || !PyList_Check(args[1]))
        return ask_twin(LENGTHS_BY, args, count);
    Py_ssize_t many = PyList_GET_SIZE(args[1]);
    PyObject *found = PyList_New(many);
    for (Py_ssize_t i = 0; found != NULL && i < many; i++) {
        PyObject *one = PyList_GET_ITEM(args[1], i);
        if (!PyTuple_Check(one) || PyTuple_GET_SIZE(one) != 2 || !read_point(PyTuple_GET_ITEM(one, 0), &bend) ||
            !read_whole(PyTuple_GET_ITEM(one, 1), NOWHERE, &left)) {
            Py_DECREF(found);
            return ask_twin(LENGTHS_BY, args, count);
        }
        PyObject *length = PyLong_FromLongLong(distance_down(place, bend) + left);
        PyObject *way = length == NULL ? NULL : PyTuple_Pack(2, length, PyTuple_GET_ITEM(one, 0));
        Py_XDECREF(length);
        if (way == NULL)
            Py_CLEAR(found);
        else
            PyList_SET_ITEM(found, i, way);
    }
    return found;
}

/* A Screen: its box and its ends. */
static int read_screen(PyObject *screen, Box *area, Point *a, Point *b) {
    Whole *into[8] = {&area->west, &area->north, &area->east, &area->south, &a->x, &a->y, &b->x, &b->y};
    if (!PyTuple_Check(screen) || PyTuple_GET_SIZE(screen) != 8)
        return 0;
    for (int i = 0; i < 8; i++)
        if (!read_whole(PyTuple_GET_ITEM(screen, i), 2 * BOUND, into[i]))
            return 0;
    return 1;
}

static int are_on_either_hand(Whole one, Whole other) { return (one < 0 && 0 < other) || (other < 0 && 0 < one); }

CALLED(crossed_first) {
    Point start, end, a, b;
    Box area;
    if (count != 3 || !read_point(args[0], &start) || !read_point(args[1], &end) ||
        !(PyList_Check(args[2]) || PyTuple_Check(args[2])))
        return ask_twin(CROSSED_FIRST, args, count);
    Whole west = lesser(start.x, end.x), east = greater(start.x, end.x);
    Whole north = lesser(start.y, end.y), south = greater(start.y, end.y);
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(args[2]); i++) {
        PyObject *screen = PySequence_Fast_ITEMS(args[2])[i];
        if (!read_screen(screen, &area, &a, &b))
            return ask_twin(CROSSED_FIRST, args, count);
        if (east < area.west || west > area.east || south < area.north || north > area.south)
            continue;
        if (are_on_either_hand(cross(start, end, a), cross(start, end, b)) &&
            are_on_either_hand(cross(a, b, start), cross(a, b, end)))
            return Py_NewRef(screen);
    }
    Py_RETURN_NONE;
}
