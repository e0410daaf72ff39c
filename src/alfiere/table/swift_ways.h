/* Straight ways: what meets what, what is swept, where one comes to (turning.py, manoeuvre.py, headings.py). */

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

static int do_polygons_meet(const Polygon *one, const Polygon *other) {
    if (!other->radius && one->count > 2 && other->count > 1)
        return !is_outside(one, other) && !is_outside(other, one);
    Polygon bare = *other;
    bare.radius = 0;
    Squared gap = gap_between(one, &bare, box_of(one), box_of(&bare));
    return gap.square <= (Wide)(other->radius * other->radius) * gap.over;
}

CALLED(meets) {
    Polygon one, other;
    if (count != 2 || !read_points(args[0], &one) || !read_outline(args[1], &other))
        return ask_twin(MEETS, args, count);
    return PyBool_FromLong(do_polygons_meet(&one, &other));
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

/* The hull of a convex polygon and of the same moved; room for twice as many points. */
static Py_ssize_t sweep(const Polygon *one, Whole dx, Whole dy, Point *found) {
    Py_ssize_t length = 0;
    Point before = one->points[one->count - 2], at = one->points[one->count - 1];
    int led = (at.x - before.x) * dy - (at.y - before.y) * dx < 0;
    for (Py_ssize_t i = 0; i < one->count; i++) {
        Point next = one->points[i], there = {at.x + dx, at.y + dy};
        int leads = (next.x - at.x) * dy - (next.y - at.y) * dx < 0;
        found[length++] = led ? there : at;
        if (led != leads)
            found[length++] = led ? at : there;
        at = next;
        led = leads;
    }
    return length;
}

CALLED(swept_along) {
    Polygon one;
    Whole dx, dy;
    Point found[2 * MOST];
    if (count != 3 || !read_points(args[0], &one) || one.count < 2 || !read_whole(args[1], BOUND, &dx) ||
        !read_whole(args[2], BOUND, &dy))
        return ask_twin(SWEPT_ALONG, args, count);
    return tuple_of(found, sweep(&one, dx, dy, found));
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
    heading = (heading % 3600 + 3600) % 3600;
    if (heading >= 1800)
        return -sine(heading - 1800);
    return heading <= 900 ? sines[heading] : sines[1800 - heading];
}

static Point at_offset(Whole heading, Whole ahead, Whole right) {
    Whole x = sine(heading), y = -sine(heading + 900);
    return (Point){nearest(ahead * x - right * y, scale), nearest(ahead * y + right * x, scale)};
}

CALLED(offset) {
    Whole heading, ahead, right = 0;
    if (count < 2 || count > 3 || !read_whole(args[0], BOUND, &heading) || !read_whole(args[1], BOUND, &ahead) ||
        (count == 3 && !read_whole(args[2], BOUND, &right)))
        return ask_twin(OFFSET, args, count);
    return pair_of(at_offset(heading, ahead, right));
}

static Whole heading_along(Point to) {
    Whole low = to.x > 0 || (to.x == 0 && to.y <= 0) ? 0 : 1800, high = low + 1800;
    if (to.x == 0)
        return to.y <= 0 ? low : 1800;
    while (high - low > 1) {
        Whole middle = (low + high) / 2;
        if (sine(middle) * to.y + sine(middle + 900) * to.x >= 0)
            low = middle;
        else
            high = middle;
    }
    Whole of_low = sine(low) * to.x - sine(low + 900) * to.y, of_high = sine(high) * to.x - sine(high + 900) * to.y;
    return of_low >= of_high ? low : high % 3600;
}

CALLED(heading_of) {
    Point to;
    if (count != 2 || !read_whole(args[0], 4 * BOUND, &to.x) || !read_whole(args[1], 4 * BOUND, &to.y))
        return ask_twin(HEADING_OF, args, count);
    return PyLong_FromLongLong(heading_along(to));
}

static Wide magnitude(Wide number) { return number < 0 ? -number : number; }

static Whole nearest_wide(Wide number, Wide by) {
    return (Whole)(number < 0 ? -((-2 * number + by) / (2 * by)) : (2 * number + by) / (2 * by));
}

CALLED(clipped) {
    Polygon left, kept;
    if (count != 2 || !read_points_within(args[0], FINE_BOUND, &left) || !PyTuple_Check(args[1]))
        return ask_twin(CLIPPED, args, count);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args[1]) && left.count; i++) {
        PyObject *line = PyTuple_GET_ITEM(args[1], i);
        Point at, along;
        if (!PyTuple_Check(line) || PyTuple_GET_SIZE(line) != 2 || left.count > MOST / 2 ||
            !read_pair(PyTuple_GET_ITEM(line, 0), FINE_BOUND, &at) ||
            !read_pair(PyTuple_GET_ITEM(line, 1), 1LL << 31, &along))
            return ask_twin(CLIPPED, args, count);
        Point before = left.points[left.count - 1];
        Wide of_before = (Wide)along.x * (before.y - at.y) - (Wide)along.y * (before.x - at.x);
        kept.count = 0;
        for (Py_ssize_t j = 0; j < left.count; j++) {
            Point here = left.points[j];
            Wide of_here = (Wide)along.x * (here.y - at.y) - (Wide)along.y * (here.x - at.x);
            if ((of_here > 0 && of_before < 0) || (of_here < 0 && of_before > 0)) {
                Wide share = magnitude(of_before), whole = share + magnitude(of_here);
                kept.points[kept.count++] = (Point){before.x + nearest_wide((here.x - before.x) * share, whole),
                                                    before.y + nearest_wide((here.y - before.y) * share, whole)};
            }
            if (of_here >= 0)
                kept.points[kept.count++] = here;
            before = here;
            of_before = of_here;
        }
        left = kept;
    }
    return tuple_of(left.points, left.count);
}

CALLED(far_off) {
    Polygon line = {.count = 2, .radius = 0}, other;
    if (count != 3 || !read_point(args[0], &line.points[0]) || !read_point(args[1], &line.points[1]) ||
        !read_points(args[2], &other) || other.count < 3)
        return ask_twin(FAR_OFF, args, count);
    Squared from_line = corners_to(&line, &other), from_other = corners_to(&other, &line);
    Squared least = is_less(from_line, from_other) ? from_line : from_other;
    Whole far = (Whole)sqrt((double)least.square / (double)least.over);
    while ((Wide)(far * far) * least.over < least.square)
        far++;
    while (far > 0 && (Wide)((far - 1) * (far - 1)) * least.over >= least.square)
        far--;
    return PyLong_FromLongLong(far);
}

/* The nearest points of two polygons: of the first and of the second. */
CALLED(closest) {
    enum { PAIRS = 32 };
    Polygon polygons[2];
    if (count != 2 || !read_outline(args[0], &polygons[0]) || !read_outline(args[1], &polygons[1]))
        return ask_twin(CLOSEST, args, count);
    Point pairs[PAIRS][2];
    int found = 0;
    Squared best = {-1, 1};
    for (int turned = 0; turned < 2; turned++) {
        const Polygon *first = &polygons[turned], *second = &polygons[!turned];
        for (Py_ssize_t i = 0; i < first->count; i++)
            for (Py_ssize_t j = 0; j < sides_of(second); j++) {
                Point p = first->points[i], a = second->points[j], b = end_of(second, j), foot = a;
                Squared here = to_segment(p, a, b);
                if (best.square >= 0 && is_less(best, here))
                    continue;
                Whole dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
                Whole along = greater(0, lesser(length, (p.x - a.x) * dx + (p.y - a.y) * dy));
                if (length)
                    foot = (Point){a.x + nearest(dx * along, length), a.y + nearest(dy * along, length)};
                if (best.square < 0 || is_less(here, best)) {
                    best = here;
                    found = 0;
                }
                Point own = turned ? foot : p, other = turned ? p : foot;
                int is_new = 1;
                for (int k = 0; k < found; k++)
                    is_new &= pairs[k][0].x != own.x || pairs[k][0].y != own.y || pairs[k][1].x != other.x ||
                              pairs[k][1].y != other.y;
                if (is_new && found == PAIRS)
                    return ask_twin(CLOSEST, args, count);
                if (is_new) {
                    pairs[found][0] = own;
                    pairs[found++][1] = other;
                }
            }
    }
    Point ends[2] = {{0, 0}, {0, 0}};
    for (int n = 0; n < 2; n++) {
        for (int k = 0; k < found; k++) {
            ends[n].x += pairs[k][n].x;
            ends[n].y += pairs[k][n].y;
        }
        ends[n] = (Point){nearest(ends[n].x, found), nearest(ends[n].y, found)};
    }
    return tuple_of(ends, 2);
}

static Whole halved(Whole number) { return (number - (number < 0 ? number & 1 : 0)) / 2; } /* downwards */

CALLED(aimed) {
    Point start, end, at;
    Polygon target;
    Whole heading, size, arc;
    if (count != 7 || !read_point(args[0], &start) || !read_point(args[1], &end) ||
        !read_whole(args[2], BOUND, &heading) || !read_point(args[3], &at) || !read_whole(args[4], BOUND, &size) ||
        !read_points(args[5], &target) || !read_whole(args[6], 1800, &arc) || arc < 0)
        return ask_twin(AIMED, args, count);
    Point middle = {halved(start.x + end.x), halved(start.y + end.y)}, to = {at.x - middle.x, at.y - middle.y};
    Whole ux = sine(heading), uy = -sine(heading + 900);
    Wide ahead = (Wide)to.x * ux + (Wide)to.y * uy + (Wide)size * scale;
    if (ahead <= 0)
        Py_RETURN_NONE;
    Whole wide = size + llabs(start.x - middle.x) + llabs(start.y - middle.y);
    Wide aside = magnitude((Wide)to.x * uy - (Wide)to.y * ux) - (Wide)wide * scale;
    if (aside > 0 && aside * sine(arc + 900) > ahead * sine(arc))
        Py_RETURN_NONE;
    Whole off = ((heading_along(to) - heading + 1800) % 3600 + 3600) % 3600 - 1800;
    Whole aim = ((heading + greater(-arc, lesser(arc, off))) % 3600 + 3600) % 3600;
    Whole dx = end.x - start.x, dy = end.y - start.y;
    ux = sine(aim), uy = -sine(aim + 900);
    Whole breadth = ux * dy - uy * dx;
    int is_left = 1, is_right = 1, is_behind = 1;
    for (Py_ssize_t i = 0; i < target.count; i++) {
        Whole x = target.points[i].x - start.x, y = target.points[i].y - start.y, across = ux * y - uy * x;
        is_left &= across <= 0;
        is_right &= across >= breadth;
        is_behind &= dx * y - dy * x >= 0;
    }
    if (is_left || is_right || is_behind)
        Py_RETURN_NONE;
    return PyLong_FromLongLong(aim);
}

#define FLUSH 10 /* fronts.FLUSH */

static Whole root(Whole square) { /* downwards */
    Whole found = (Whole)sqrt((double)square);
    while (found * found > square)
        found--;
    while ((found + 1) * (found + 1) <= square)
        found++;
    return found;
}

/* fronts.shared_length: the shadow of one edge on the other. */
static Whole shadow(Point a, Point b, Point c, Point d) {
    Whole dx = b.x - a.x, dy = b.y - a.y, whole = dx * dx + dy * dy;
    if (!whole)
        return 0;
    Whole to_c = (c.x - a.x) * dx + (c.y - a.y) * dy, to_d = (d.x - a.x) * dx + (d.y - a.y) * dy;
    Whole both = lesser(greater(to_c, to_d), whole) - greater(lesser(to_c, to_d), 0);
    return both > 0 ? both / root(whole) : 0;
}

CALLED(edges_met) {
    Polygon one, other, own, edge;
    Whole heading, facing, touch;
    if (count != 5 || !read_points(args[0], &one) || !read_whole(args[1], BOUND, &heading) ||
        !read_points(args[2], &other) || !read_whole(args[3], BOUND, &facing) || !read_whole(args[4], BOUND, &touch) ||
        one.count != 4 || other.count != 4 || touch < 0)
        return ask_twin(EDGES_MET, args, count);
    Whole best[4] = {0, 0, 0, -1}; /* length, angle, own edge, the other's: of the best pair so far */
    own.count = edge.count = 2;
    own.radius = edge.radius = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            own.points[0] = one.points[i], own.points[1] = end_of(&one, i);
            edge.points[0] = other.points[j], edge.points[1] = end_of(&other, j);
            Box here = box_of(&own), there = box_of(&edge);
            if (are_apart(here, there, touch))
                continue;
            Squared gap = gap_between(&own, &edge, here, there);
            if (gap.square > (Wide)(touch * touch) * gap.over)
                continue;
            Whole turn = ((facing + 900 * j + 1800 - heading - 900 * i) % 3600 + 3600) % 3600, length = 0;
            turn = lesser(turn, 3600 - turn);
            if (turn <= FLUSH)
                length = shadow(own.points[0], own.points[1], edge.points[0], edge.points[1]);
            if (best[3] < 0 || length > best[0] || (length == best[0] && turn < best[1])) {
                Whole found[4] = {length, turn, i, j};
                memcpy(best, found, sizeof best);
            }
        }
    if (best[3] < 0)
        Py_RETURN_NONE;
    return Py_BuildValue("LLL", best[2], best[3], best[0]);
}
