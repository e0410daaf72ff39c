/* What bars the leg of a disc: the first of some sides that it runs into, walls that hide a zone (barriers.py). */

#define ASK (-2)  /* only the twin can tell */
#define FAIL (-1) /* Python has raised something */

static PyObject *name_stops, *name_loose, *name_reason, *name_outline, *name_screens, *name_clear, *name_is_open;

/* A Keeping, as far as it is asked for here. */
typedef struct {
    Whole slack, touch;
    PyObject *touched, *itself;
} Keeping;

/* A side with what its bar is to the mover. */
typedef struct {
    Side side;
    PyObject *object, *bar;
    int stops, is_zone;
} Barring;

static int know_names(void) {
    if (name_stops == NULL) {
        name_loose = PyUnicode_InternFromString("loose");
        name_reason = PyUnicode_InternFromString("reason");
        name_outline = PyUnicode_InternFromString("outline");
        name_screens = PyUnicode_InternFromString("screens");
        name_is_open = PyUnicode_InternFromString("is_open");
        name_clear = PyUnicode_InternFromString("clear");
        name_stops = PyUnicode_InternFromString("stops");
    }
    return name_stops != NULL && name_loose != NULL && name_reason != NULL && name_outline != NULL &&
           name_screens != NULL && name_clear != NULL && name_is_open != NULL;
}

static int read_keeping(PyObject *keeping, Keeping *found) {
    if (!PyTuple_Check(keeping) || PyTuple_GET_SIZE(keeping) != 5)
        return 0;
    found->touched = PyTuple_GET_ITEM(keeping, 2);
    found->itself = keeping;
    return read_whole(PyTuple_GET_ITEM(keeping, 0), BOUND, &found->slack) &&
           read_whole(PyTuple_GET_ITEM(keeping, 1), BOUND, &found->touch) && PyAnySet_Check(found->touched);
}

static int is_zone(PyObject *reason) { return PyUnicode_CompareWithASCIIString(reason, "zone") == 0; } /* barriers.ZONE */

/* What the bar of a side is to the mover: 1 if it could be read. */
static int read_bar(PyObject *object, const Keeping *keeping, Barring *found) {
    found->object = object;
    found->bar = PyTuple_GET_ITEM(object, 9);
    PyObject *stops = PyObject_GetAttr(found->bar, name_stops), *reason = PyObject_GetAttr(found->bar, name_reason);
    int is_read = stops != NULL && reason != NULL && PyUnicode_Check(reason);
    if (is_read) {
        found->stops = PyObject_IsTrue(stops);
        if (found->stops > 0) {
            int is_touched = PySet_Contains(keeping->touched, found->bar);
            found->stops = is_touched < 0 ? FAIL : !is_touched;
        }
        found->is_zone = is_zone(reason);
        is_read = found->stops >= 0;
    }
    Py_XDECREF(stops);
    Py_XDECREF(reason);
    return is_read;
}

/* Walls that hide a zone */

#define CUTS 128

typedef struct {
    Whole share, over;
} Cut;

static int earlier(const void *one, const void *other) {
    const Cut *a = one, *b = other;
    Wide left = (Wide)a->share * b->over, right = (Wide)b->share * a->over;
    return (left > right) - (left < right);
}

static void add_cut(Cut *cuts, int *count, Whole share, Whole over) {
    if (over < 0)
        share = -share, over = -over;
    if (over && 0 <= share && share <= over)
        cuts[(*count)++] = (Cut){share, over};
}

static Wide cross_wide(Wide ax, Wide ay, Wide bx, Wide by) { return ax * by - ay * bx; }
static int is_between(Wide at, Wide one, Wide other) {
    return one < other ? one <= at && at <= other : other <= at && at <= one;
}
static int overlap(Wide a, Wide b, Wide c, Wide d) {
    return is_between(a, c, d) || is_between(b, c, d) || is_between(c, a, b);
}

/* Whether one of these walls is between the middle and a place that is given times the scale. */
static int is_parted(const Point (*walls)[2], int count, Point middle, Wide x, Wide y, Wide over) {
    Wide ux = middle.x * over - x, uy = middle.y * over - y;
    for (int i = 0; i < count; i++) {
        Point c = walls[i][0], d = walls[i][1];
        Wide vx = d.x - c.x, vy = d.y - c.y;
        Wide to_c = cross_wide(ux, uy, c.x - middle.x, c.y - middle.y);
        Wide to_d = cross_wide(ux, uy, d.x - middle.x, d.y - middle.y);
        Wide to_a = cross_wide(vx, vy, x - c.x * over, y - c.y * over);
        Wide to_b = cross_wide(vx, vy, middle.x - c.x, middle.y - c.y);
        if ((to_c > 0 && to_d > 0) || (to_c < 0 && to_d < 0) || (to_a > 0 && to_b > 0) || (to_a < 0 && to_b < 0))
            continue;
        if (to_c || to_d || to_a || to_b)
            return 1;
        if (overlap(x, middle.x * over, c.x * over, d.x * over) && overlap(y, middle.y * over, c.y * over, d.y * over))
            return 1;
    }
    return 0;
}

/* Whether the stretch of a leg between two cuts comes nearer to the middle than this. */
static int comes_nearer(Point start, Point end, Cut low, Cut high, Point middle, Whole off) {
    Whole dx = end.x - start.x, dy = end.y - start.y, ex = middle.x - start.x, ey = middle.y - start.y;
    Whole along = ex * dx + ey * dy, length = dx * dx + dy * dy;
    Wide from_low = (Wide)along * low.over - (Wide)low.share * length;
    Wide from_high = (Wide)along * high.over - (Wide)high.share * length;
    if (from_low > 0 && from_high < 0) {
        Wide across = ex * dy - ey * dx;
        return across * across < (Wide)(off * off) * length;
    }
    Cut at = from_low <= 0 ? low : high;
    Wide fx = (Wide)ex * at.over - (Wide)dx * at.share, fy = (Wide)ey * at.over - (Wide)dy * at.share;
    Wide far = (Wide)off * at.over;
    return fx * fx + fy * fy < far * far;
}

/* barriers.is_hidden_leg: 1, 0 or ASK. */
static int is_leg_hidden(PyObject *screens, PyObject *zone, Whole off, Point start, Point end) {
    Polygon own, wall;
    if (!PyTuple_Check(screens) || !read_outline(zone, &own) || own.count != 1)
        return ASK;
    Point middle = own.points[0], walls[CUTS / 4][2];
    Whole west = lesser(middle.x, lesser(start.x, end.x)), east = greater(middle.x, greater(start.x, end.x));
    Whole north = lesser(middle.y, lesser(start.y, end.y)), south = greater(middle.y, greater(start.y, end.y));
    Whole dx = end.x - start.x, dy = end.y - start.y, ax = start.x - middle.x, ay = start.y - middle.y;
    Cut cuts[CUTS + 2] = {{0, 1}, {1, 1}};
    int drawn = 0, count = 2;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(screens); i++) {
        if (!read_outline(PyTuple_GET_ITEM(screens, i), &wall))
            return ASK;
        wall.radius = 0;
        Box here = box_of(&wall);
        if (here.west > east || here.east < west || here.north > south || here.south < north)
            continue; /* only walls between the middle and the leg can hide anything of it */
        if (drawn + sides_of(&wall) > CUTS / 4 || count + wall.count + 1 > CUTS)
            return ASK;
        for (Py_ssize_t j = 0; j < wall.count; j++) {
            Whole ex = wall.points[j].x - middle.x, ey = wall.points[j].y - middle.y;
            add_cut(cuts, &count, ey * ax - ex * ay, ex * dy - ey * dx);
        }
        Point a = wall.points[0], b = wall.points[wall.count - 1];
        Whole wx = b.x - a.x, wy = b.y - a.y;
        add_cut(cuts, &count, wy * (start.x - a.x) - wx * (start.y - a.y), wx * dy - wy * dx);
        for (Py_ssize_t j = 0; j < sides_of(&wall); j++, drawn++)
            walls[drawn][0] = wall.points[j], walls[drawn][1] = end_of(&wall, j);
    }
    if (!drawn)
        return 0;
    qsort(cuts, (size_t)count, sizeof *cuts, earlier);
    for (int i = 0; i + 1 < count; i++) {
        Cut low = cuts[i], high = cuts[i + 1];
        if (earlier(&low, &high) == 0)
            continue;
        Wide over = 2 * (Wide)low.over * high.over;
        Wide between = (Wide)low.share * high.over + (Wide)high.share * low.over;
        if (is_parted(walls, drawn, middle, start.x * over + between * dx, start.y * over + between * dy, over))
            continue;
        if (comes_nearer(start, end, low, high, middle, off))
            return 0;
    }
    return 1;
}

CALLED(is_hidden_leg) {
    Point start, end;
    Whole off;
    int found = ASK;
    if (count == 5 && read_whole(args[2], BOUND, &off) && read_point(args[3], &start) && read_point(args[4], &end))
        found = is_leg_hidden(args[0], args[1], off, start, end);
    return found == ASK ? ask_twin(IS_HIDDEN_LEG, args, count) : PyBool_FromLong(found);
}

/* Legs */

static Squared between_segments(Point a, Point b, Point c, Point d) {
    if (do_meet(a, b, c, d))
        return (Squared){0, 1};
    Squared found[4] = {to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b)};
    for (int i = 1; i < 4; i++)
        if (is_less(found[i], found[0]))
            found[0] = found[i];
    return found[0];
}

static int leads_out(const Side *side, Whole off, Point start, Point end) {
    Squared gap = to_segment(start, side->a, side->b);
    if (gap.square == 0 || gap.square >= (Wide)(off * off) * gap.over)
        return 0;
    Whole dx = side->b.x - side->a.x, dy = side->b.y - side->a.y, ex = start.x - side->a.x, ey = start.y - side->a.y;
    Whole ux = end.x - start.x, uy = end.y - start.y, along = ex * dx + ey * dy, length = dx * dx + dy * dy;
    if (along <= 0)
        return ex * ux + ey * uy >= 0;
    if (along >= length)
        return (start.x - side->b.x) * ux + (start.y - side->b.y) * uy >= 0;
    return (Wide)(ex * ux + ey * uy) * length - (Wide)along * (dx * ux + dy * uy) >= 0;
}

/* Whether a leg that touches an obstacle may: where the move ends, or at a free end in passing. */
static int may_touch(const Barring *one, Squared gap, Point start, Point end, int is_last, Whole off) {
    Polygon thing, at = {.points = {end}, .count = 1};
    if (is_last) {
        PyObject *outline = PyObject_GetAttr(one->bar, name_outline);
        int is_read = outline != NULL && read_outline(outline, &thing);
        Py_XDECREF(outline);
        if (!is_read)
            return ASK;
        Squared left = gap_between(&at, &thing, box_of(&at), box_of(&thing));
        if (left.square <= (Wide)(off * off) * left.over)
            return 1;
    }
    PyObject *loose = PyObject_GetAttr(one->bar, name_loose);
    int found = loose != NULL && PyTuple_Check(loose) ? 0 : ASK;
    for (Py_ssize_t i = 0; found == 0 && i < PyTuple_GET_SIZE(loose); i++) {
        Point tip;
        if (!read_point(PyTuple_GET_ITEM(loose, i), &tip))
            found = ASK;
        else
            found = !is_less(gap, to_segment(tip, start, end));
    }
    Py_XDECREF(loose);
    return found;
}

/* Whether a leg runs into a side: 1, 0 or ASK. */
static int runs_into(const Barring *one, Point start, Point end, int is_last, const Keeping *keeping) {
    const Side *side = &one->side;
    int is_point = side->a.x == side->b.x && side->a.y == side->b.y;
    if (!is_point && is_passed(side, start, end, side->keep + greater(keeping->slack, keeping->touch)))
        return 0;
    Squared gap = is_point ? to_segment(side->a, start, end) : between_segments(side->a, side->b, start, end);
    if (one->stops) {
        Whole off = side->keep + keeping->touch;
        if (gap.square > (Wide)(off * off) * gap.over)
            return 0;
        int may = may_touch(one, gap, start, end, is_last, off);
        if (may <= 0)
            return may == 0 ? 1 : ASK;
    }
    Whole off = side->keep - keeping->slack;
    if (gap.square >= (Wide)(off * off) * gap.over || leads_out(side, off, start, end))
        return 0;
    if (!one->is_zone)
        return 1;
    PyObject *screens = PyObject_GetAttr(one->bar, name_screens), *zone = PyObject_GetAttr(one->bar, name_outline);
    int hidden = screens == NULL || zone == NULL ? ASK : is_leg_hidden(screens, zone, off, start, end);
    Py_XDECREF(screens);
    Py_XDECREF(zone);
    return hidden == ASK ? ASK : !hidden;
}

CALLED(first_barring) {
    Point start, end;
    Keeping keeping;
    Barring one;
    if (count != 5 || !(PyList_Check(args[0]) || PyTuple_Check(args[0])) || !read_point(args[1], &start) ||
        !read_point(args[2], &end) || !PyBool_Check(args[3]) || !read_keeping(args[4], &keeping) || !know_names())
        return ask_twin(FIRST_BARRING, args, count);
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(args[0]); i++) {
        PyObject *object = PySequence_Fast_ITEMS(args[0])[i];
        int is_read = read_side_box(object, &one.side);
        if (is_read && is_out_of_box(&one.side.box, start, end))
            continue;
        if (!is_read || !read_side_line(object, &one.side))
            return ask_twin(FIRST_BARRING, args, count);
        int found = read_bar(object, &keeping, &one) ? runs_into(&one, start, end, args[3] == Py_True, &keeping) : ASK;
        if (found == ASK)
            return ask_twin(FIRST_BARRING, args, count);
        if (found)
            return Py_NewRef(object);
    }
    Py_RETURN_NONE;
}
