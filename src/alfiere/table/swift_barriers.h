/* The sides of bars near a place or a leg, and the ways on from a place (barriers.py, reach.py). */

/* A Side: its box with the clearance, its ends, how far the mover keeps off, the bar. */
typedef struct {
    Box box;
    Point a, b;
    Whole keep;
} Side;

static int read_side_box(PyObject *side, Side *found) {
    Whole *into[4] = {&found->box.west, &found->box.north, &found->box.east, &found->box.south};
    if (!PyTuple_Check(side) || PyTuple_GET_SIZE(side) != 10)
        return 0;
    for (int i = 0; i < 4; i++)
        if (!read_whole(PyTuple_GET_ITEM(side, i), 4 * BOUND, into[i]))
            return 0;
    return 1;
}

/* The rest of a side, which most questions do not come to: the box tells them. */
static int read_side_line(PyObject *side, Side *found) {
    Whole *into[5] = {&found->a.x, &found->a.y, &found->b.x, &found->b.y, &found->keep};
    for (int i = 0; i < 5; i++)
        if (!read_whole(PyTuple_GET_ITEM(side, 4 + i), BOUND, into[i]))
            return 0;
    return 1;
}

static int read_side(PyObject *side, Side *found) { return read_side_box(side, found) && read_side_line(side, found); }

static int is_out_of_box(const Box *box, Point start, Point end) {
    return greater(start.x, end.x) <= box->west || lesser(start.x, end.x) >= box->east ||
           greater(start.y, end.y) <= box->north || lesser(start.y, end.y) >= box->south;
}

CALLED(sides_at) {
    Point at;
    Side side;
    if (count != 4 || !PyList_Check(args[0]) || !read_whole(args[1], BOUND, &at.x) || !read_whole(args[2], BOUND, &at.y))
        return ask_twin(SIDES_AT, args, count);
    PyObject *found = PyList_New(0);
    for (Py_ssize_t i = 0; found != NULL && i < PyList_GET_SIZE(args[0]); i++) {
        PyObject *one = PyList_GET_ITEM(args[0], i);
        int is_read = read_side_box(one, &side);
        if (is_read && is_out_of_box(&side.box, at, at))
            continue;
        if (!is_read || !read_side_line(one, &side)) {
            Py_DECREF(found);
            return ask_twin(SIDES_AT, args, count);
        }
        if (args[3] == Py_True) {
            Squared gap = to_segment(at, side.a, side.b);
            if (gap.square >= (Wide)(side.keep * side.keep) * gap.over)
                continue;
        }
        if (PyList_Append(found, one) < 0)
            Py_CLEAR(found);
    }
    return found;
}

static Wide lesser_square(Whole one, Whole other) {
    Wide a = (Wide)one * one, b = (Wide)other * other;
    return a < b ? a : b;
}

/* Whether the leg keeps off the line of a side, or the side off the line of the leg, by more than so much. */
static int is_passed(const Side *side, Point start, Point end, Whole far) {
    Whole of_start = cross(side->a, side->b, start), of_end = cross(side->a, side->b, end);
    if ((of_start > 0) == (of_end > 0) &&
        lesser_square(of_start, of_end) > (Wide)(far * far) * squared_length(side->a, side->b))
        return 1;
    Whole of_a = cross(start, end, side->a), of_b = cross(start, end, side->b);
    return (of_a > 0) == (of_b > 0) && lesser_square(of_a, of_b) > (Wide)(far * far) * squared_length(start, end);
}

CALLED(sides_along) {
    Point start, end;
    Side side;
    Whole margin;
    if (count != 4 || !(PyList_Check(args[0]) || PyTuple_Check(args[0])) || !read_point(args[1], &start) ||
        !read_point(args[2], &end) || !read_whole(args[3], BOUND, &margin))
        return ask_twin(SIDES_ALONG, args, count);
    Py_ssize_t many = PySequence_Fast_GET_SIZE(args[0]);
    PyObject **sides = PySequence_Fast_ITEMS(args[0]), *found = PyList_New(0);
    for (Py_ssize_t i = 0; found != NULL && i < many; i++) {
        int is_read = read_side_box(sides[i], &side);
        if (is_read && is_out_of_box(&side.box, start, end))
            continue;
        if (!is_read || !read_side_line(sides[i], &side)) {
            Py_DECREF(found);
            return ask_twin(SIDES_ALONG, args, count);
        }
        int is_point = side.a.x == side.b.x && side.a.y == side.b.y;
        if (!is_point && is_passed(&side, start, end, side.keep + margin))
            continue;
        Polygon line = {.points = {start, end}, .count = 2}, wall = {.points = {side.a, side.b}, .count = 2};
        Squared gap = is_point ? to_segment(side.a, start, end) : gap_between(&wall, &line, box_of(&wall), box_of(&line));
        PyObject *pair = squared_of(gap);
        PyObject *entry = pair == NULL ? NULL : PyTuple_Pack(2, sides[i], pair);
        Py_XDECREF(pair);
        if (entry == NULL || PyList_Append(found, entry) < 0)
            Py_CLEAR(found);
        Py_XDECREF(entry);
    }
    return found;
}

static Whole root_down(Whole square) {
    Whole root = root_up(square);
    return root * root == square ? root : root - 1;
}

CALLED(steps_on) {
    Point here, place;
    Whole spent, most, bound;
    if (count != 5 || !PyList_Check(args[0]) || !PyDict_Check(args[1]) || !read_point(args[2], &here) ||
        !read_whole(args[3], 1LL << 40, &spent) || !read_whole(args[4], 1LL << 40, &most))
        return ask_twin(STEPS_ON, args, count);
    PyObject *found = PyList_New(0);
    for (Py_ssize_t i = 0; found != NULL && i < PyList_GET_SIZE(args[0]); i++) {
        PyObject *one = PyList_GET_ITEM(args[0], i);
        int is_too_long = 0;
        if (!PyTuple_Check(one) || PyTuple_GET_SIZE(one) != 2 || !read_point(PyTuple_GET_ITEM(one, 0), &place) ||
            !PyLong_CheckExact(PyTuple_GET_ITEM(one, 1))) {
            Py_DECREF(found);
            return ask_twin(STEPS_ON, args, count);
        }
        bound = PyLong_AsLongLongAndOverflow(PyTuple_GET_ITEM(one, 1), &is_too_long);
        if (spent >= 0 && (is_too_long > 0 || bound > 1LL << 40))
            continue; /* no way leads on from there: farther than anything may be */
        if (is_too_long || bound > 1LL << 40 || bound < -(1LL << 40)) {
            Py_DECREF(found);
            return ask_twin(STEPS_ON, args, count);
        }
        Whole total = spent + root_down(squared_length(here, place) << 20) + 1; /* FINE is 1 << 10 */
        if (total + bound > most)
            continue;
        int is_known = PyDict_Contains(args[1], PyTuple_GET_ITEM(one, 0));
        if (is_known > 0)
            continue;
        PyObject *step = is_known < 0 ? NULL : PyTuple_New(3);
        if (step != NULL) {
            PyTuple_SET_ITEM(step, 0, PyLong_FromLongLong(total + bound));
            PyTuple_SET_ITEM(step, 1, PyLong_FromLongLong(total));
            PyTuple_SET_ITEM(step, 2, Py_NewRef(PyTuple_GET_ITEM(one, 0)));
            if (PyTuple_GET_ITEM(step, 0) == NULL || PyTuple_GET_ITEM(step, 1) == NULL)
                Py_CLEAR(step);
        }
        if (step == NULL || PyList_Append(found, step) < 0)
            Py_CLEAR(found);
        Py_XDECREF(step);
    }
    return found;
}

CALLED(all_met) {
    Polygon one, other;
    Box place;
    if (count != 2 || !read_points(args[0], &one) || !(PyList_Check(args[1]) || PyTuple_Check(args[1])))
        return ask_twin(ALL_MET, args, count);
    Box area = box_of(&one);
    Py_ssize_t many = PySequence_Fast_GET_SIZE(args[1]);
    PyObject **things = PySequence_Fast_ITEMS(args[1]), *found = PyList_New(0);
    for (Py_ssize_t i = 0; found != NULL && i < many; i++) {
        if (!PyTuple_Check(things[i]) || PyTuple_GET_SIZE(things[i]) < 2 ||
            !read_box(PyTuple_GET_ITEM(things[i], 0), &place)) {
            Py_DECREF(found);
            return ask_twin(ALL_MET, args, count);
        }
        if (are_apart(area, place, 0))
            continue;
        if (!read_outline(PyTuple_GET_ITEM(things[i], 1), &other)) {
            Py_DECREF(found);
            return ask_twin(ALL_MET, args, count);
        }
        if (do_polygons_meet(&one, &other) && PyList_Append(found, things[i]) < 0)
            Py_CLEAR(found);
    }
    return found;
}
