/* Turning and going straight: how far a polygon comes before it meets something (turning.py, manoeuvre.py).

   Lengths that are roots are compared as doubles. Where these are too near each other to tell, the answer is DOUBTFUL
   and the twin, which knows the exact numbers, is asked. */

#define DOUBTFUL (-2)
#define SURE 1e-12 /* doubles farther apart than this part of them are in that order */

static Whole root_up(Whole square) {
    Whole root = (Whole)sqrt((double)square);
    while (root * root < square)
        root++;
    while (root > 0 && (root - 1) * (root - 1) >= square)
        root--;
    return root;
}

typedef struct {
    Point pivot;
    Whole squared;
    Wide fx, fy, lx, ly;
    int is_half;
} Arc;

static Arc arc_of(Point pivot, Point point, Whole turn) {
    Whole x = point.x - pivot.x, y = point.y - pivot.y, s = sine(turn), c = sine(turn + 900);
    Wide tx = (Wide)x * c - (Wide)y * s, ty = (Wide)x * s + (Wide)y * c;
    Arc found = {pivot, x * x + y * y, x, y, tx, ty, turn >= 1800 || turn <= -1800};
    if (turn < 0)
        found = (Arc){pivot, x * x + y * y, tx, ty, x, y, found.is_half};
    return found;
}

static int arc_sees(const Arc *arc, Wide x, Wide y) {
    return arc->fx * y - arc->fy * x >= 0 && (arc->is_half || x * arc->ly - y * arc->lx >= 0);
}

static int sign_of(Wide number) { return (number > 0) - (number < 0); }

/* The sign of whole + times x √root. */
static int sign_with(Wide whole, Wide times, Wide root) {
    if (!times || !root)
        return sign_of(whole);
    double a = (double)whole, b = (double)times * sqrt((double)root);
    if (fabs(a + b) <= SURE * (fabs(a) + fabs(b)))
        return DOUBTFUL;
    return a + b > 0 ? 1 : -1;
}

static int nears_point(const Arc *arc, Whole x, Whole y, Whole reach) {
    Whole far = x * x + y * y;
    if (!reach)
        return far == arc->squared && arc_sees(arc, x, y);
    Whole over = far + arc->squared - reach * reach;
    return (over <= 0 || (Wide)over * over <= 4 * (Wide)far * arc->squared) && arc_sees(arc, x, y);
}

static int arc_nears(const Arc *arc, Point a, Point b, Whole reach) {
    Whole px = a.x - arc->pivot.x, py = a.y - arc->pivot.y, dx = b.x - a.x, dy = b.y - a.y;
    Whole length = dx * dx + dy * dy, along = px * dx + py * dy, from_a = px * px + py * py;
    if (nears_point(arc, px, py, reach) || nears_point(arc, px + dx, py + dy, reach))
        return 1;
    if (!length)
        return 0;
    Wide root = (Wide)along * along - (Wide)length * (from_a - arc->squared);
    Wide ax = (Wide)px * length - (Wide)along * dx, ay = (Wide)py * length - (Wide)along * dy;
    if (root >= 0) {
        for (int hand = 1; hand >= -1; hand -= 2) {
            int after_a = sign_with(-along, hand, root), before_b = sign_with(length + along, -hand, root);
            if (after_a == DOUBTFUL || before_b == DOUBTFUL)
                return DOUBTFUL;
            if (after_a < 0 || before_b < 0)
                continue;
            int right = sign_with(arc->fx * ay - arc->fy * ax, hand * (arc->fx * dy - arc->fy * dx), root);
            int left = arc->is_half ? 1 : sign_with(ax * arc->ly - ay * arc->lx, hand * (dx * arc->ly - dy * arc->lx), root);
            if (right == DOUBTFUL || left == DOUBTFUL)
                return DOUBTFUL;
            if (right >= 0 && left >= 0)
                return 1;
        }
        return 0;
    }
    if (reach && -length <= along && along <= 0) {
        Wide across = px * dy - py * dx, over = across * across - (Wide)(arc->squared + reach * reach) * length;
        if (over > 0) {
            double a = (double)over, b = 2.0 * (double)reach * (double)length * sqrt((double)arc->squared);
            if (fabs(a - b) <= SURE * (a + b))
                return DOUBTFUL;
            if (a > b)
                return 0;
        }
        return arc_sees(arc, ax, ay);
    }
    return 0;
}

static double far_from(double x, double y, double ax, double ay, double bx, double by) {
    double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
    double along = length > 0 ? ((x - ax) * dx + (y - ay) * dy) / length : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    return hypot(x - ax - along * dx, y - ay - along * dy);
}

/* Whether a polygon that has turned, and met nothing on the way, comes within a radius only where it ends. */
static int ends_near(const Polygon *one, Point pivot, Whole turn, const Polygon *thing) {
    double s = (double)sine(turn) / (double)scale, c = (double)sine(turn + 900) / (double)scale, least = INFINITY;
    double x[MOST], y[MOST];
    for (Py_ssize_t i = 0; i < one->count; i++) {
        double dx = (double)(one->points[i].x - pivot.x), dy = (double)(one->points[i].y - pivot.y);
        x[i] = (double)pivot.x + dx * c - dy * s;
        y[i] = (double)pivot.y + dx * s + dy * c;
    }
    for (Py_ssize_t i = 0; i < sides_of(thing); i++) {
        Point a = thing->points[i], b = end_of(thing, i);
        for (Py_ssize_t j = 0; j < one->count; j++)
            least = fmin(least, far_from(x[j], y[j], (double)a.x, (double)a.y, (double)b.x, (double)b.y));
    }
    for (Py_ssize_t i = 0; i < sides_of(one); i++)
        for (Py_ssize_t j = 0; j < thing->count; j++) {
            Py_ssize_t next = (i + 1) % one->count;
            Point at = thing->points[j];
            least = fmin(least, far_from((double)at.x, (double)at.y, x[i], y[i], x[next], y[next]));
        }
    if (fabs(least - (double)thing->radius) < 1e-4)
        return DOUBTFUL;
    return least < (double)thing->radius;
}

static int any_arc_nears(const Polygon *corners, Point pivot, Whole turn, const Polygon *sides, Whole reach) {
    for (Py_ssize_t i = 0; i < corners->count; i++) {
        Arc arc = arc_of(pivot, corners->points[i], turn);
        for (Py_ssize_t j = 0; j < sides_of(sides); j++) {
            int found = arc_nears(&arc, sides->points[j], end_of(sides, j), reach);
            if (found)
                return found;
        }
    }
    return 0;
}

/* Whether a polygon that turns meets an outline on its way; DOUBTFUL where the twin must say. */
static int does_turn_meet(const Polygon *one, Point pivot, Whole turn, const Polygon *thing) {
    Whole most = 0;
    for (Py_ssize_t i = 0; i < one->count; i++)
        most = greater(most, squared_length(pivot, one->points[i]));
    Whole farthest = root_up(most) + thing->radius;
    Polygon bare = *thing, centre = {.points = {pivot}, .count = 1, .radius = 0};
    bare.radius = 0;
    Squared gap = gap_between(&centre, &bare, box_of(&centre), box_of(&bare));
    if (gap.square > (Wide)(farthest * farthest) * gap.over)
        return 0;
    if (do_polygons_meet(one, thing))
        return 1;
    if (!thing->radius && !circles_come(one, pivot, thing) && !circles_come(thing, pivot, one))
        return 0;
    int found = any_arc_nears(one, pivot, turn, thing, thing->radius);
    if (!found)
        found = any_arc_nears(thing, pivot, -turn, one, thing->radius);
    return found || !thing->radius ? found : ends_near(one, pivot, turn, thing);
}

CALLED(turn_meets) {
    Polygon one, thing;
    Point pivot;
    Whole turn;
    if (count != 4 || !read_points(args[0], &one) || !read_point(args[1], &pivot) ||
        !read_whole(args[2], 3600, &turn) || !read_outline(args[3], &thing))
        return ask_twin(TURN_MEETS, args, count);
    int found = does_turn_meet(&one, pivot, turn, &thing);
    return found == DOUBTFUL ? ask_twin(TURN_MEETS, args, count) : PyBool_FromLong(found);
}

CALLED(free_turning) {
    Polygon one, thing;
    Point pivot;
    Whole hand, most;
    if (count != 5 || !read_points(args[0], &one) || !read_point(args[1], &pivot) || !read_whole(args[2], 1, &hand) ||
        !read_whole(args[3], 3600, &most) || !read_outline(args[4], &thing))
        return ask_twin(FREE_TURNING, args, count);
    Whole low = -1, high = most;
    while (low < high) {
        Whole middle = (low + high + 1) / 2;
        int found = does_turn_meet(&one, pivot, hand * middle, &thing);
        if (found == DOUBTFUL)
            return ask_twin(FREE_TURNING, args, count);
        if (found)
            high = middle - 1;
        else
            low = middle;
    }
    return PyLong_FromLongLong(low);
}

/* Straight ahead */

static int is_free_until(const Polygon *one, Whole heading, Whole far, const Polygon *thing) {
    if (far < 0)
        return 0;
    Polygon swept = {.radius = 0};
    Point by = at_offset(heading, far, 0);
    swept.count = sweep(one, by.x, by.y, swept.points);
    return !do_polygons_meet(&swept, thing);
}

/* manoeuvre._guess: about where a corner of one runs into a side of the other, as a share of the way. */
static void guess_from(const Polygon *corners, const Polygon *sides, Point by, Whole *top, Whole *bottom) {
    for (Py_ssize_t i = 0; i < sides_of(sides); i++) {
        Point a = sides->points[i], b = end_of(sides, i);
        Whole ex = b.x - a.x, ey = b.y - a.y, over = by.x * ey - by.y * ex;
        if (!over)
            continue;
        for (Py_ssize_t j = 0; j < corners->count; j++) {
            Point p = corners->points[j];
            Whole share = (a.x - p.x) * ey - (a.y - p.y) * ex, part = (a.x - p.x) * by.y - (a.y - p.y) * by.x;
            if (over < 0) {
                share = -share;
                part = -part;
            }
            Whole positive = over > 0 ? over : -over;
            if (share >= 0 && 0 <= part && part <= positive && (Wide)share * *bottom < (Wide)*top * positive) {
                *top = share;
                *bottom = positive;
            }
        }
    }
}

CALLED(free_ahead) {
    Polygon one, thing;
    Whole heading, length, most;
    if (count != 5 || !read_points(args[0], &one) || one.count < 3 || one.count > MOST / 2 ||
        !read_whole(args[1], 7200, &heading) || !read_whole(args[2], BOUND / 2, &length) ||
        !read_whole(args[3], BOUND / 2, &most) || !read_outline(args[4], &thing))
        return ask_twin(FREE_AHEAD, args, count);
    Whole low = -1, high = most;
    if (!thing.radius && length) {
        Whole top = 1, bottom = 1;
        Point by = at_offset(heading, length, 0);
        guess_from(&one, &thing, by, &top, &bottom);
        guess_from(&thing, &one, (Point){-by.x, -by.y}, &top, &bottom);
        Whole guess = greater(0, (Whole)((Wide)length * top / bottom) - 1);
        if (low < guess && guess < high) {
            if (is_free_until(&one, heading, guess, &thing)) {
                low = guess;
                if (low + 2 < high && !is_free_until(&one, heading, low + 2, &thing))
                    high = low + 1;
            } else {
                high = guess - 1;
                if (high > 1 && is_free_until(&one, heading, high - 1, &thing))
                    low = high - 1;
            }
        }
    }
    while (low < high) {
        Whole middle = (low + high + 1) / 2;
        if (is_free_until(&one, heading, middle, &thing))
            low = middle;
        else
            high = middle - 1;
    }
    return PyLong_FromLongLong(low);
}
