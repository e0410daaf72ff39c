/* Where a disc can stand: what bars each of many places, the gaps it just fits through (barriers.py, reach.py). */

/* The walls that may hide a zone: how many, or ASK. */
static int read_screens(PyObject *bar, Point (*walls)[2], int most) {
    PyObject *screens = PyObject_GetAttr(bar, name_screens);
    int drawn = screens != NULL && PyTuple_Check(screens) ? 0 : ASK;
    Polygon wall;
    for (Py_ssize_t i = 0; drawn >= 0 && i < PyTuple_GET_SIZE(screens); i++) {
        if (!read_outline(PyTuple_GET_ITEM(screens, i), &wall) || drawn + sides_of(&wall) > most)
            drawn = ASK;
        for (Py_ssize_t j = 0; drawn >= 0 && j < sides_of(&wall); j++, drawn++)
            walls[drawn][0] = wall.points[j], walls[drawn][1] = end_of(&wall, j);
    }
    Py_XDECREF(screens);
    return drawn;
}

static int is_nearer_than(Point place, const Side *side) {
    Squared gap = to_segment(place, side->a, side->b);
    return gap.square < (Wide)(side->keep * side->keep) * gap.over;
}

/* Whether a zone about a point does not keep anybody from standing there: 1, 0 or ASK. */
static int is_excused(const Barring *one, Point place, Point start) {
    Point walls[CUTS][2], middle = one->side.a;
    int drawn = middle.x == one->side.b.x && middle.y == one->side.b.y ? read_screens(one->bar, walls, CUTS) : ASK;
    if (drawn < 0)
        return ASK;
    if (is_parted(walls, drawn, middle, place.x, place.y, 1))
        return 1;
    return is_nearer_than(start, &one->side) && !is_parted(walls, drawn, middle, start.x, start.y, 1);
}

/* What is asked of many places: each is told by the first bar that keeps a disc from standing there. */
typedef struct {
    Point *places;
    PyObject **bars; /* borrowed */
    Py_ssize_t count;
    Point start;
    Keeping keeping;
} Stands;

/* 1, or ASK. */
static int try_side(Stands *asked, PyObject *object) {
    Barring one = {.bar = NULL};
    if (!read_side_box(object, &one.side))
        return ASK;
    int is_read = 0;
    for (Py_ssize_t i = 0; i < asked->count; i++) {
        Point place = asked->places[i];
        if (asked->bars[i] != NULL || is_out_of_box(&one.side.box, place, place))
            continue;
        if (!is_read && !read_side_line(object, &one.side))
            return ASK;
        is_read = 1;
        if (!is_nearer_than(place, &one.side))
            continue;
        if (one.bar == NULL && !read_bar(object, &asked->keeping, &one))
            return ASK;
        int excused = one.is_zone ? is_excused(&one, place, asked->start) : 0;
        if (excused == ASK)
            return ASK;
        if (!excused)
            asked->bars[i] = one.bar;
    }
    return 1;
}

static int try_solid(Stands *asked, PyObject *solid, Whole radius) {
    Polygon thing, at = {.count = 1, .radius = 0};
    Box area;
    if (!PyTuple_Check(solid) || PyTuple_GET_SIZE(solid) != 5 ||
        !read_whole(PyTuple_GET_ITEM(solid, 0), 4 * BOUND, &area.west) ||
        !read_whole(PyTuple_GET_ITEM(solid, 1), 4 * BOUND, &area.north) ||
        !read_whole(PyTuple_GET_ITEM(solid, 2), 4 * BOUND, &area.east) ||
        !read_whole(PyTuple_GET_ITEM(solid, 3), 4 * BOUND, &area.south))
        return ASK;
    PyObject *bar = PyTuple_GET_ITEM(solid, 4);
    Whole clear, keep = 0;
    for (Py_ssize_t i = 0; i < asked->count; i++) {
        at.points[0] = asked->places[i];
        if (asked->bars[i] != NULL || is_out_of_box(&area, at.points[0], at.points[0]))
            continue;
        if (!keep) {
            PyObject *outline = PyObject_GetAttr(bar, name_outline), *off = PyObject_GetAttr(bar, name_clear);
            PyObject *reason = PyObject_GetAttr(bar, name_reason);
            int is_read = outline != NULL && off != NULL && reason != NULL && read_outline(outline, &thing) &&
                          read_whole(off, BOUND, &clear) && PyUnicode_Check(reason) && !is_zone(reason);
            Py_XDECREF(outline);
            Py_XDECREF(off);
            Py_XDECREF(reason);
            if (!is_read || (keep = radius + thing.radius + clear) <= 0)
                return ASK;
        }
        Squared gap = gap_between(&at, &thing, area, area); /* of a point no box is asked for */
        if (gap.square < (Wide)(keep * keep) * gap.over)
            asked->bars[i] = bar;
    }
    return 1;
}

static PyObject *told(const Stands *asked) {
    PyObject *found = PyList_New(asked->count);
    for (Py_ssize_t i = 0; found != NULL && i < asked->count; i++)
        PyList_SET_ITEM(found, i, Py_NewRef(asked->bars[i] == NULL ? Py_None : asked->bars[i]));
    return found;
}

CALLED(bars_at) {
    Polygon core;
    Stands asked = {.places = NULL};
    if (count != 6 || !PyList_Check(args[0]) || !PyList_Check(args[1]) ||
        !(PyList_Check(args[2]) || PyTuple_Check(args[2])) || !read_outline(args[3], &core) || core.count != 1 ||
        core.points[0].x || core.points[0].y || !read_point(args[4], &asked.start) ||
        !read_keeping(args[5], &asked.keeping) || !know_names())
        return ask_twin(BARS_AT, args, count);
    asked.count = PySequence_Fast_GET_SIZE(args[2]);
    asked.places = PyMem_Calloc((size_t)asked.count + 1, sizeof *asked.places);
    asked.bars = PyMem_Calloc((size_t)asked.count + 1, sizeof *asked.bars);
    int is_known = asked.places != NULL && asked.bars != NULL;
    for (Py_ssize_t i = 0; is_known && i < asked.count; i++)
        is_known = read_point(PySequence_Fast_ITEMS(args[2])[i], &asked.places[i]);
    for (Py_ssize_t i = 0; is_known && i < PyList_GET_SIZE(args[0]); i++)
        is_known = try_side(&asked, PyList_GET_ITEM(args[0], i)) == 1;
    for (Py_ssize_t i = 0; is_known && i < PyList_GET_SIZE(args[1]); i++)
        is_known = try_solid(&asked, PyList_GET_ITEM(args[1], i), core.radius) == 1;
    PyObject *found = is_known ? told(&asked) : ask_twin(BARS_AT, args, count);
    PyMem_Free(asked.places);
    PyMem_Free(asked.bars);
    return found;
}

/* Gaps */

typedef struct {
    Side side;
    Py_ssize_t number;
} Numbered;

static int is_farther_east(const void *one, const void *other) {
    const Numbered *a = one, *b = other;
    if (a->side.box.west != b->side.box.west)
        return a->side.box.west < b->side.box.west ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

/* measuring.nearest_whole */
static Whole nearest_even(Wide share, Wide over) {
    Wide whole = share / over, rest = share % over;
    if (rest < 0)
        whole--, rest += over;
    return (Whole)(whole + (2 * rest > over || (2 * rest == over && whole % 2)));
}

static int add_gap(Point at, Whole keep, const Side *side, Whole slack, PyObject *found) {
    static const Whole parts[5] = {0, 1, -1, 2, -2};
    Squared gap = to_segment(at, side->a, side->b);
    Whole both = keep + side->keep, narrow = greater(0, both - 2 * slack), wide = both * 9 / 8;
    if ((Wide)(narrow * narrow) * gap.over > gap.square || gap.square > (Wide)(wide * wide) * gap.over || !gap.square)
        return 1;
    Whole wx = side->b.x - side->a.x, wy = side->b.y - side->a.y, length = wx * wx + wy * wy;
    Whole along = lesser(greater(0, (at.x - side->a.x) * wx + (at.y - side->a.y) * wy), length);
    Whole over = length ? length : 1;
    Wide dx = ((Wide)(side->a.x - at.x) * over + (Wide)along * wx) * keep;
    Wide dy = ((Wide)(side->a.y - at.y) * over + (Wide)along * wy) * keep;
    Wide times = 2 * (Wide)over * both, mx = at.x * times + 2 * dx, my = at.y * times + 2 * dy;
    for (int i = 0; i < 5; i++) {
        PyObject *place = pair_of((Point){nearest_even(mx - dy * parts[i], times), nearest_even(my + dx * parts[i], times)});
        int is_added = place != NULL && PyDict_SetItem(found, place, Py_None) == 0;
        Py_XDECREF(place);
        if (!is_added)
            return 0;
    }
    return 1;
}

static int add_gaps(const Side *one, const Side *other, Whole slack, PyObject *found) {
    int is_point = one->a.x == one->b.x && one->a.y == one->b.y;
    return add_gap(one->a, one->keep, other, slack, found) && (is_point || add_gap(one->b, one->keep, other, slack, found));
}

CALLED(gaps_between) {
    Whole slack;
    if (count != 2 || !PyList_Check(args[0]) || !read_whole(args[1], BOUND, &slack))
        return ask_twin(GAPS_BETWEEN, args, count);
    Py_ssize_t many = PyList_GET_SIZE(args[0]);
    Numbered *sides = PyMem_Calloc((size_t)many + 1, sizeof *sides);
    int is_read = sides != NULL;
    for (Py_ssize_t i = 0; is_read && i < many; i++) {
        sides[i].number = i;
        is_read = read_side(PyList_GET_ITEM(args[0], i), &sides[i].side) && sides[i].side.keep >= 0;
    }
    if (!is_read) {
        PyMem_Free(sides);
        return ask_twin(GAPS_BETWEEN, args, count);
    }
    qsort(sides, (size_t)many, sizeof *sides, is_farther_east);
    PyObject *found = PyDict_New();
    for (Py_ssize_t i = 0; found != NULL && i < many; i++) {
        const Side *one = &sides[i].side;
        for (Py_ssize_t j = i + 1; found != NULL && j < many && sides[j].side.box.west <= one->box.east; j++) {
            const Side *other = &sides[j].side;
            if (other->box.north <= one->box.south && other->box.south >= one->box.north &&
                !(add_gaps(one, other, slack, found) && add_gaps(other, one, slack, found)))
                Py_CLEAR(found);
        }
    }
    PyMem_Free(sides);
    PyObject *places = found == NULL ? NULL : PyDict_Keys(found);
    Py_XDECREF(found);
    return places;
}

/* Who is about */

static int is_within_square(const Polygon *one, Point middle, Whole span) {
    Box area = box_of(one);
    return area.west - middle.x < span && middle.x - area.east < span && area.north - middle.y < span &&
           middle.y - area.south < span;
}

CALLED(is_about) {
    Polygon one;
    Point middle;
    Whole span;
    if (count != 3 || !read_outline(args[0], &one) || !read_point(args[1], &middle) ||
        !read_whole(args[2], 4 * BOUND, &span))
        return ask_twin(IS_ABOUT, args, count);
    return PyBool_FromLong(is_within_square(&one, middle, span));
}

CALLED(bases_about) {
    Polygon one;
    Point middle;
    Whole span, floor, storey;
    if (count != 4 || !(PyList_Check(args[0]) || PyTuple_Check(args[0])) || !read_point(args[1], &middle) ||
        !read_whole(args[2], 4 * BOUND, &span) || !read_whole(args[3], BOUND, &floor))
        return ask_twin(BASES_ABOUT, args, count);
    PyObject *found = PyList_New(0);
    for (Py_ssize_t i = 0; found != NULL && i < PySequence_Fast_GET_SIZE(args[0]); i++) {
        PyObject *base = PySequence_Fast_ITEMS(args[0])[i];
        if (!PyTuple_Check(base) || PyTuple_GET_SIZE(base) != 5 || !read_outline(PyTuple_GET_ITEM(base, 3), &one) ||
            !read_whole(PyTuple_GET_ITEM(base, 4), BOUND, &storey)) {
            Py_DECREF(found);
            return ask_twin(BASES_ABOUT, args, count);
        }
        if (storey == floor && is_within_square(&one, middle, span) && PyList_Append(found, base) < 0)
            Py_CLEAR(found);
    }
    return found;
}
