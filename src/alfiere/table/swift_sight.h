/* Lines of sight, and which bases are near (sight.py, field.py, shapes.py). */

#define CELL 1024 /* field.CELL */
#define COLUMN (1LL << 20) /* field.COLUMN */
#define ROUND (1LL << 24) /* sight.ROUND */
#define NEAR 256 /* more bases than this in one place are the twin's */

/* Where a line enters the inside of a polygon and leaves it: two shares of the line; 0 if it does not. */
static int clip_line(const Polygon *one, Point start, Point end, Whole cut[4]) {
    Whole dx = end.x - start.x, dy = end.y - start.y, low = 0, low_over = 1, high = 1, high_over = 1;
    Point a, b = one->points[one->count - 1];
    for (Py_ssize_t i = 0; i < one->count; i++) {
        a = b;
        b = one->points[i];
        Whole inside = cross(a, b, start), speed = (b.x - a.x) * dy - (b.y - a.y) * dx;
        if (speed == 0) {
            if (inside <= 0)
                return 0;
        } else if (speed > 0) {
            if (-(Wide)inside * low_over > (Wide)low * speed) {
                low = -inside;
                low_over = speed;
            }
        } else if ((Wide)inside * high_over < -(Wide)high * speed) {
            high = inside;
            high_over = -speed;
        }
        if ((Wide)low * high_over >= (Wide)high * low_over)
            return 0;
    }
    Whole found[4] = {low, low_over, high, high_over};
    memcpy(cut, found, sizeof found);
    return 1;
}

CALLED(clip) {
    Polygon one;
    Point start, end;
    Whole cut[4];
    if (count != 3 || !read_points(args[0], &one) || !read_point(args[1], &start) || !read_point(args[2], &end))
        return ask_twin(CLIP, args, count);
    if (!clip_line(&one, start, end, cut))
        Py_RETURN_NONE;
    return Py_BuildValue("LLLL", cut[0], cut[1], cut[2], cut[3]);
}

/* Whether the line passes through the inside of a base: 1, 0, or -1 if it is not what was expected. */
static int passes_base(PyObject *base, Point start, Point end) {
    Polygon one;
    Whole cut[4];
    if (!PyTuple_Check(base) || PyTuple_GET_SIZE(base) != 5 || !read_outline(PyTuple_GET_ITEM(base, 3), &one))
        return -1;
    if (one.count > 1)
        return clip_line(&one, start, end, cut);
    Box area = box_of(&one);
    if (lesser(start.x, end.x) >= area.east || greater(start.x, end.x) <= area.west ||
        lesser(start.y, end.y) >= area.south || greater(start.y, end.y) <= area.north)
        return 0;
    Squared gap = to_segment(one.points[0], start, end);
    return gap.square < (Wide)(one.radius * one.radius) * gap.over;
}

CALLED(bases_on_line) {
    Point start, end;
    if (count < 3 || count > 4 || !read_point(args[0], &start) || !read_point(args[1], &end))
        return ask_twin(BASES_ON_LINE, args, count);
    PyObject *bases = PySequence_Fast(args[2], "bases"), *found = bases == NULL ? NULL : PyList_New(0);
    int is_known = 1;
    for (Py_ssize_t i = 0; found != NULL && is_known && i < PySequence_Fast_GET_SIZE(bases); i++) {
        PyObject *base = PySequence_Fast_GET_ITEM(bases, i);
        int passes = passes_base(base, start, end);
        if (passes > 0 && count == 4)
            passes = !PySequence_Contains(args[3], PyTuple_GET_ITEM(base, 0));
        is_known = passes >= 0;
        if (PyErr_Occurred() || (passes > 0 && PyList_Append(found, PyTuple_GET_ITEM(base, 0)) < 0))
            Py_CLEAR(found);
    }
    PyObject *names = NULL;
    if (found != NULL && is_known)
        names = PyList_AsTuple(found);
    else if (found != NULL) {
        PyObject *again[] = {args[0], args[1], bases, count == 4 ? args[3] : NULL}; /* args[2] may be used up */
        names = ask_twin(BASES_ON_LINE, again, count);
    }
    Py_XDECREF(found);
    Py_XDECREF(bases);
    return names;
}

/* Whether a place on the line, at so many parts of ROUND, is within the radius of a segment. */
static int is_within(Point a, Point b, Whole radius, Point start, Point end, Whole share) {
    Whole dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    Whole ex = (start.x - a.x) * ROUND + (end.x - start.x) * share, ey = (start.y - a.y) * ROUND + (end.y - start.y) * share;
    Whole along = ex * dx + ey * dy;
    Wide reach = (Wide)(radius * radius) * ROUND * ROUND;
    if (along <= 0)
        return (Wide)ex * ex + (Wide)ey * ey < reach;
    if (along >= length * ROUND) {
        ex -= dx * ROUND;
        ey -= dy * ROUND;
        return (Wide)ex * ex + (Wide)ey * ey < reach;
    }
    Wide across = ex * dy - ey * dx;
    return across * across < reach * length;
}

/* A division rounded down, cut to the line. */
static Whole share_of(Wide number, Whole by) {
    Wide found = number / by;
    if (found * by != number && (number < 0) != (by < 0))
        found--;
    return found < 0 ? 0 : found > ROUND ? ROUND : (Whole)found;
}

static Whole last_within(Point a, Point b, Whole radius, Point start, Point end, Whole inside, Whole outside) {
    if (is_within(a, b, radius, start, end, outside))
        return outside;
    while (outside - inside > 1 || inside - outside > 1) {
        Whole middle = (inside + outside) / 2;
        if (is_within(a, b, radius, start, end, middle))
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

CALLED(round_shares) {
    Point a, b, start, end;
    Whole radius;
    if (count != 5 || !read_point(args[0], &a) || !read_point(args[1], &b) || !read_whole(args[2], BOUND, &radius) ||
        !read_point(args[3], &start) || !read_point(args[4], &end))
        return ask_twin(ROUND_SHARES, args, count);
    Polygon segment = {.points = {a, b}, .count = 2, .radius = 0}, line = {.points = {start, end}, .count = 2, .radius = 0};
    Squared gap = gap_between(&segment, &line, box_of(&segment), box_of(&line));
    if (gap.square >= (Wide)(radius * radius) * gap.over)
        Py_RETURN_NONE;
    Whole dx = end.x - start.x, dy = end.y - start.y, wx = b.x - a.x, wy = b.y - a.y, likely[5];
    Whole length = dx * dx + dy * dy, speed = wx * dy - wy * dx;
    int tries = 0;
    if (length) {
        likely[tries++] = share_of((Wide)((a.x - start.x) * dx + (a.y - start.y) * dy) * ROUND, length);
        likely[tries++] = share_of((Wide)((b.x - start.x) * dx + (b.y - start.y) * dy) * ROUND, length);
    }
    if (speed)
        likely[tries++] = share_of((Wide)(wy * (start.x - a.x) - wx * (start.y - a.y)) * ROUND, speed);
    likely[tries++] = 0;
    likely[tries++] = ROUND;
    for (int i = 0; i < tries; i++)
        if (is_within(a, b, radius, start, end, likely[i]))
            return Py_BuildValue("LL", last_within(a, b, radius, start, end, likely[i], 0),
                                 last_within(a, b, radius, start, end, likely[i], ROUND));
    return ask_twin(ROUND_SHARES, args, count);
}

static Whole square_of(Whole at, Whole size) { return at >= 0 ? at / size : -((-at + size - 1) / size); }
static Whole cell_of(Whole at) { return square_of(at, CELL); }

CALLED(standing_in) {
    Box area, place;
    if (count != 2 || !PyDict_CheckExact(args[0]) || !read_box(args[1], &area))
        return ask_twin(STANDING_IN, args, count);
    PyObject *seen[NEAR], *found = PyList_New(0);
    int many = 0;
    for (Whole x = cell_of(area.west); found != NULL && x <= cell_of(area.east); x++)
        for (Whole y = cell_of(area.north); found != NULL && y <= cell_of(area.south); y++) {
            PyObject *key = PyLong_FromLongLong(x * COLUMN + y);
            PyObject *here = key == NULL ? NULL : PyDict_GetItemWithError(args[0], key);
            Py_XDECREF(key);
            if (here == NULL) {
                if (PyErr_Occurred())
                    Py_CLEAR(found);
                continue;
            }
            if (!PyList_Check(here))
                goto twin;
            for (Py_ssize_t i = 0; i < PyList_GET_SIZE(here); i++) {
                PyObject *one = PyList_GET_ITEM(here, i);
                int is_known = 0;
                for (int j = 0; j < many && !is_known; j++)
                    is_known = seen[j] == one;
                if (is_known)
                    continue;
                if (many == NEAR || !PyTuple_Check(one) || PyTuple_GET_SIZE(one) != 3 ||
                    !read_box(PyTuple_GET_ITEM(one, 0), &place))
                    goto twin;
                seen[many++] = one;
                if (!are_apart(area, place, 0) && PyList_Append(found, one) < 0)
                    Py_CLEAR(found);
                if (found == NULL)
                    break;
            }
        }
    return found;
twin:
    Py_DECREF(found);
    return ask_twin(STANDING_IN, args, count);
}

CALLED(in_box) {
    Box area, place;
    if (count != 2 || !read_box(args[1], &area) || !(PyList_Check(args[0]) || PyTuple_Check(args[0])))
        return ask_twin(IN_BOX, args, count);
    Py_ssize_t many = PySequence_Fast_GET_SIZE(args[0]);
    PyObject **things = PySequence_Fast_ITEMS(args[0]), *found = PyList_New(0);
    for (Py_ssize_t i = 0; found != NULL && i < many; i++) {
        if (!PyTuple_Check(things[i]) || PyTuple_GET_SIZE(things[i]) < 1 ||
            !read_box(PyTuple_GET_ITEM(things[i], 0), &place)) {
            Py_DECREF(found);
            return ask_twin(IN_BOX, args, count);
        }
        if (!are_apart(area, place, 0) && PyList_Append(found, things[i]) < 0)
            Py_CLEAR(found);
    }
    return found;
}

CALLED(squares) {
    Box area;
    Whole size;
    if (count != 2 || !read_box(args[0], &area) || !read_whole(args[1], BOUND, &size) || size <= 0)
        return ask_twin(SQUARES, args, count);
    PyObject *found = PyTuple_New(4);
    Whole sides[4] = {area.west, area.north, area.east, area.south};
    for (int i = 0; found != NULL && i < 4; i++) {
        PyObject *number = PyLong_FromLongLong(square_of(sides[i], size));
        if (number == NULL)
            Py_CLEAR(found);
        else
            PyTuple_SET_ITEM(found, i, number);
    }
    return found;
}

/* shapes._corners: about the centre, opposite corners alike. */
static PyObject *covered_by(Whole width, Whole depth, Whole x, Whole y, Whole heading) {
    Whole rx = sine(heading), ry = -sine(heading + 900);
    Point left = {nearest(depth * rx + width * ry, 2 * scale), nearest(depth * ry - width * rx, 2 * scale)};
    Point right = {nearest(depth * rx - width * ry, 2 * scale), nearest(depth * ry + width * rx, 2 * scale)};
    Point corners[4] = {{x + left.x, y + left.y}, {x + right.x, y + right.y}, {x - left.x, y - left.y},
                        {x - right.x, y - right.y}};
    return outline_with(tuple_of(corners, 4), PyLong_FromLong(0));
}

static int read_pose(PyObject *pose, Whole *x, Whole *y, Whole *heading) {
    return PyTuple_Check(pose) && PyTuple_GET_SIZE(pose) == 3 && read_whole(PyTuple_GET_ITEM(pose, 0), BOUND, x) &&
           read_whole(PyTuple_GET_ITEM(pose, 1), BOUND, y) && read_whole(PyTuple_GET_ITEM(pose, 2), BOUND, heading);
}

static PyObject *pose_of(Whole x, Whole y, Whole heading) {
    PyObject *fields[3] = {PyLong_FromLongLong(x), PyLong_FromLongLong(y), PyLong_FromLongLong(heading)};
    return named_tuple(pose_type, fields, 3);
}

static int read_rect(PyObject *shape, Whole *width, Whole *depth) {
    return PyTuple_Check(shape) && PyTuple_GET_SIZE(shape) == 2 &&
           read_whole(PyTuple_GET_ITEM(shape, 0), BOUND, width) && read_whole(PyTuple_GET_ITEM(shape, 1), BOUND, depth);
}

CALLED(outline_of) {
    Whole width, depth, x, y, heading;
    if (count == 2 && PyTuple_Check(args[0]) && PyTuple_GET_SIZE(args[0]) == 1 && read_pose(args[1], &x, &y, &heading)) {
        Point middle = {x, y}; /* a disc is its radius alone */
        return outline_with(tuple_of(&middle, 1), Py_NewRef(PyTuple_GET_ITEM(args[0], 0)));
    }
    if (count != 2 || !read_rect(args[0], &width, &depth) || !read_pose(args[1], &x, &y, &heading))
        return ask_twin(OUTLINE_OF, args, count);
    return covered_by(width, depth, x, y, heading);
}

CALLED(core_of) {
    Whole width, depth, x, y, heading, slack;
    if (count != 3 || !read_rect(args[0], &width, &depth) || !read_pose(args[1], &x, &y, &heading) ||
        !read_whole(args[2], BOUND, &slack))
        return ask_twin(CORE_OF, args, count);
    return covered_by(greater(1, width - 2 * slack), greater(1, depth - 2 * slack), x, y, heading);
}

CALLED(is_on) {
    Polygon one;
    Whole width, height;
    if (count != 3 || !read_points(args[0], &one) || !read_whole(args[1], BOUND, &width) ||
        !read_whole(args[2], BOUND, &height))
        return ask_twin(IS_ON, args, count);
    Box place = box_of(&one);
    return PyBool_FromLong(place.west >= 0 && place.north >= 0 && place.east <= width && place.south <= height);
}

CALLED(after) {
    Whole x, y, heading, width, depth, first, aside;
    if (count != 2 || footing_type == NULL || Py_TYPE(args[0]) != footing_type ||
        !read_rect(PyTuple_GET_ITEM(args[0], 1), &width, &depth) ||
        !read_pose(PyTuple_GET_ITEM(args[0], 2), &x, &y, &heading) || !PyTuple_Check(args[1]) ||
        PyTuple_GET_SIZE(args[1]) != 2 || !read_whole(PyTuple_GET_ITEM(args[1], 0), BOUND, &first))
        return ask_twin(AFTER, args, count);
    PyObject *second = PyTuple_GET_ITEM(args[1], 1), *there;
    if (Py_TYPE(args[1]) == shift_type && read_whole(second, BOUND, &aside)) {
        Point by = at_offset(heading + aside, first, 0);
        there = pose_of(x + by.x, y + by.y, heading);
    } else if (Py_TYPE(args[1]) == turn_type && (second == centre || second == left || second == right)) {
        Whole faces = ((heading + first) % 3600 + 3600) % 3600;
        if (second != centre) {
            Whole wide = second == left ? -width : width;
            Whole dx = sine(heading) - sine(faces), dy = sine(faces + 900) - sine(heading + 900);
            x += nearest(depth * dx - wide * dy, 2 * scale);
            y += nearest(depth * dy + wide * dx, 2 * scale);
        }
        there = pose_of(x, y, faces);
    } else
        return ask_twin(AFTER, args, count);
    PyObject *fields[3] = {Py_NewRef(PyTuple_GET_ITEM(args[0], 0)), Py_NewRef(PyTuple_GET_ITEM(args[0], 1)), there};
    return named_tuple(footing_type, fields, 3);
}
