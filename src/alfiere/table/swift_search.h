/* The shortest way over many places (reach.shortest). */

#define HARD 400 /* reach.HARD */
#define HARDER 3000

/* A way as far as a place, which waits until no other is shorter. */
typedef struct {
    Whole whole, spent;
    Point here, origin;
    int number, from, is_end; /* of the places; none for an end */
} Waiting;

typedef struct {
    Waiting *ways;
    size_t count, room;
} Queue;

#define HELD 6

typedef struct {
    PyObject *trip, *goal, *last, *first_guide;
    PyObject *held[HELD]; /* what the trip keeps, as long as it is read */
    int is_too_far;       /* for whole numbers as short as these */
    Keeping keeping;
    Barring *bars;
    Py_ssize_t bar_count, tried;
    Node *nodes; /* the first is the start */
    Py_ssize_t node_count;
    Whole most;
    Queue queue;
    PyObject *barred, *found_barred; /* what was known to bar legs, and what was found to, by start and end */
    Guide guide;
} Search;

static int is_sooner(const Waiting *one, const Waiting *other) {
    if (one->whole != other->whole)
        return one->whole < other->whole;
    if (one->spent != other->spent)
        return one->spent < other->spent;
    const Whole a[4] = {one->here.x, one->here.y, one->origin.x, one->origin.y};
    const Whole b[4] = {other->here.x, other->here.y, other->origin.x, other->origin.y};
    for (int i = 0; i < 4; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return one->is_end < other->is_end;
}

static int push(Queue *queue, Waiting one) {
    if (queue->count == queue->room) {
        size_t room = queue->room ? 2 * queue->room : 1024;
        Waiting *ways = PyMem_Realloc(queue->ways, room * sizeof *ways);
        if (ways == NULL) {
            PyErr_NoMemory();
            return 0;
        }
        queue->ways = ways;
        queue->room = room;
    }
    size_t at = queue->count++;
    while (at > 0 && is_sooner(&one, &queue->ways[(at - 1) / 2])) {
        queue->ways[at] = queue->ways[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    queue->ways[at] = one;
    return 1;
}

static Waiting pop(Queue *queue) {
    Waiting first = queue->ways[0], last = queue->ways[--queue->count];
    size_t at = 0, next;
    while ((next = 2 * at + 1) < queue->count) {
        if (next + 1 < queue->count && is_sooner(&queue->ways[next + 1], &queue->ways[next]))
            next++;
        if (!is_sooner(&queue->ways[next], &last))
            break;
        queue->ways[at] = queue->ways[next];
        at = next;
    }
    queue->ways[at] = last;
    return first;
}

/* Legs */

/* What bars a leg of all that is active or of one thing alone: its number, NOTHING, or -2 if Python has raised something. */
static int first_of(Search *search, int from, int until, Point start, Point end, int is_last) {
    for (int i = from; i < until; i++) {
        const Barring *one = &search->bars[i];
        if (is_out_of_box(&one->side.box, start, end))
            continue;
        int found = runs_into(one, start, end, is_last, &search->keeping);
        if (found == ASK) {
            PyErr_Clear();
            PyObject *asked = Py_BuildValue("(O)(LL)(LL)OO", one->object, start.x, start.y, end.x, end.y,
                                            is_last ? Py_True : Py_False, search->keeping.itself);
            PyObject *side = asked == NULL ? NULL : PyObject_CallObject(twins[FIRST_BARRING], asked);
            Py_XDECREF(asked);
            if (side == NULL)
                return -2;
            found = side != Py_None;
            Py_DECREF(side);
        }
        if (found)
            return i;
    }
    return NOTHING;
}

static int note_barred(Search *search, int origin, int here, int bar) {
    PyObject *start = search->nodes[origin].place, *known = PyDict_GetItemWithError(search->found_barred, start);
    if (known == NULL && !PyErr_Occurred()) {
        known = PyDict_New();
        int is_kept = known != NULL && PyDict_SetItem(search->found_barred, start, known) == 0;
        Py_XDECREF(known);
        if (!is_kept)
            return 0;
    }
    return known != NULL && PyDict_SetItem(known, search->nodes[here].place, search->bars[bar].object) == 0;
}

/* What was found goes to what is known to bar legs. */
static int keep_barred(Search *search) {
    PyObject *start, *found;
    Py_ssize_t at = 0;
    while (PyDict_Next(search->found_barred, &at, &start, &found)) {
        PyObject *known = PyDict_GetItemWithError(search->barred, start);
        if (known == NULL ? PyErr_Occurred() || PyDict_SetItem(search->barred, start, found) < 0
                          : PyDict_Update(known, found) < 0)
            return 0;
    }
    return 1;
}

static int tell_tried(Search *search) {
    PyObject *tried = PyLong_FromSsize_t(search->tried);
    int is_told = tried != NULL && PyObject_SetAttrString(search->trip, "tried", tried) == 0;
    Py_XDECREF(tried);
    return is_told;
}

/* One more leg in vain: 1, 0 if Python has raised something. */
static int tire(Search *search) {
    if (search->tried + 1 != HARD && search->tried + 1 != HARDER) {
        search->tried++;
        return 1;
    }
    PyObject *done = tell_tried(search) ? PyObject_CallMethod(search->trip, "tire", "O", search->goal) : NULL;
    Py_XDECREF(done);
    search->tried++;
    return done != NULL && meet_guide(&search->guide, search->trip, search->nodes, search->node_count);
}

/* The ways on from a place that has been reached. */

static int push_ends(Search *search, int number, Whole spent, PyObject *ends) {
    Node *node = &search->nodes[number];
    PyObject *all = ends == NULL ? NULL : PySequence_Fast(ends, "ends");
    int is_done = all != NULL;
    for (Py_ssize_t i = 0; is_done && i < PySequence_Fast_GET_SIZE(all); i++) {
        Point end;
        if (!read_point(PySequence_Fast_GET_ITEM(all, i), &end)) {
            search->is_too_far = 1;
            is_done = 0;
            break;
        }
        Whole total = spent + distance_up(node->at, end);
        if (total <= search->most)
            is_done = push(&search->queue, (Waiting){total, total, end, node->at, NOTHING, number, 1});
    }
    Py_XDECREF(all);
    return is_done;
}

static int push_steps(Search *search, int number, Whole spent, PyObject *active) {
    Node *node = &search->nodes[number];
    PyObject *barred = PyDict_GetItemWithError(search->barred, node->place);
    if (barred == NULL && PyErr_Occurred())
        return 0;
    for (Py_ssize_t i = 1; i < search->node_count; i++) {
        const Node *next = &search->nodes[i];
        if (next->before != UNREACHED)
            continue;
        Whole total = spent + distance_down(node->at, next->at) + 1;
        if (total + next->bound > search->most)
            continue;
        PyObject *side = barred == NULL ? NULL : PyDict_GetItemWithError(barred, next->place);
        int is_barred = side == NULL ? (PyErr_Occurred() ? -1 : 0) : PyDict_Contains(active, side);
        if (is_barred < 0)
            return 0;
        if (!is_barred &&
            !push(&search->queue, (Waiting){total + next->bound, total, next->at, node->at, (int)i, number, 0}))
            return 0;
    }
    return 1;
}

static int go_on_from(Search *search, int number, Whole spent, PyObject *active) {
    Node *node = &search->nodes[number];
    PyObject *ends = PyObject_CallMethod(search->goal, "ends", "LL", node->at.x, node->at.y);
    int is_done = push_ends(search, number, spent, ends) && push_ends(search, number, spent, search->last);
    Py_XDECREF(ends);
    return is_done && push_steps(search, number, spent, active);
}

static PyObject *way_to(const Search *search, const Waiting *end) {
    PyObject *path = PyList_New(0), *last = path == NULL ? NULL : pair_of(end->here);
    int is_whole = last != NULL && PyList_Append(path, last) == 0;
    for (int at = end->from; is_whole; at = search->nodes[at].before) {
        is_whole = PyList_Append(path, search->nodes[at].place) == 0;
        if (at == 0)
            break;
    }
    PyObject *found = is_whole && PyList_Reverse(path) == 0 ? PyList_AsTuple(path) : NULL;
    Py_XDECREF(last);
    Py_XDECREF(path);
    return found;
}

/* trip.is_beyond: 1, 0, or -1 if Python has raised something. */
static int is_beyond(Search *search) {
    Whole left;
    return guided(&search->guide, &search->nodes[0], search->most, &left) ? left > search->most : -1;
}

/* The search itself; NULL if Python has raised something. */
static PyObject *searched(Search *search, PyObject *active) {
    Node *nodes = search->nodes, *start = nodes;
    int beyond = is_beyond(search);
    if (beyond)
        return beyond > 0 ? Py_NewRef(Py_None) : NULL;
    if (!push(&search->queue, (Waiting){0, 0, start->at, start->at, 0, 0, 0}))
        return NULL;
    while (search->queue.count) {
        Waiting way = pop(&search->queue);
        if (way.is_end) {
            int bar = first_of(search, 0, (int)search->bar_count, way.origin, way.here, 1);
            if (bar == -2)
                return NULL;
            if (bar == NOTHING)
                return way_to(search, &way);
            continue;
        }
        Node *node = &nodes[way.number];
        if (node->before != UNREACHED)
            continue;
        Whole left;
        if (!guided(&search->guide, node, way.whole - way.spent, &left))
            return NULL;
        if (way.spent + left > way.whole) { /* farther than it seemed: it has to wait its turn */
            node->bound = left;
            way.whole = way.spent + left;
            if (way.whole <= search->most && !push(&search->queue, way))
                return NULL;
            continue;
        }
        if (way.number != 0) {
            /* What barred the last leg to this place is asked first: it mostly bars the next one too. */
            int bar = node->guard == NOTHING ? NOTHING
                                             : first_of(search, node->guard, node->guard + 1, way.origin, way.here, 0);
            if (bar == NOTHING)
                bar = first_of(search, 0, (int)search->bar_count, way.origin, way.here, 0);
            if (bar == -2)
                return NULL;
            if (bar != NOTHING) {
                node->guard = bar;
                if (!note_barred(search, way.from, way.number, bar) || !tire(search))
                    return NULL;
                if (search->tried == HARD || search->tried == HARDER) {
                    beyond = is_beyond(search);
                    if (beyond)
                        return beyond > 0 ? Py_NewRef(Py_None) : NULL;
                }
                continue;
            }
        }
        node->before = way.from;
        if (!go_on_from(search, way.number, way.spent, active))
            return NULL;
    }
    Py_RETURN_NONE;
}

/* Reading: 1 if all is what was expected. */

static int read_bars(Search *search, PyObject *active) {
    PyObject *side, *value;
    Py_ssize_t at = 0;
    search->bars = PyMem_Calloc((size_t)PyDict_GET_SIZE(active) + 1, sizeof *search->bars);
    while (search->bars != NULL && PyDict_Next(active, &at, &side, &value)) {
        Barring *one = &search->bars[search->bar_count++];
        if (!read_side(side, &one->side) || !read_bar(side, &search->keeping, one))
            return 0;
    }
    return search->bars != NULL;
}

static int read_nodes(Search *search, PyObject *start, PyObject *ahead) {
    search->nodes = PyMem_Calloc((size_t)PyList_GET_SIZE(ahead) + 1, sizeof *search->nodes);
    search->node_count = PyList_GET_SIZE(ahead) + 1;
    if (search->nodes == NULL)
        return 0;
    for (Py_ssize_t i = 0; i < search->node_count; i++) {
        Node *node = &search->nodes[i];
        PyObject *one = i ? PyList_GET_ITEM(ahead, i - 1) : NULL;
        if (one != NULL && (!PyTuple_Check(one) || PyTuple_GET_SIZE(one) != 2 ||
                            !read_whole(PyTuple_GET_ITEM(one, 1), LONGEST, &node->bound)))
            return 0;
        node->place = one == NULL ? start : PyTuple_GET_ITEM(one, 0);
        if (!read_point(node->place, &node->at))
            return 0;
        /* Nobody goes back to where he starts. */
        int is_start = i && node->at.x == search->nodes[0].at.x && node->at.y == search->nodes[0].at.y;
        node->before = is_start ? 0 : UNREACHED;
        node->guard = NOTHING;
        node->exact = node->looked = -1;
    }
    return 1;
}

static int read_search(Search *search, PyObject *const *args) {
    static const char *const names[HELD] = {"is_disc", "slow", "keeping", "start", "tried", "barred"};
    PyObject **held = search->held;
    Whole already;
    for (int i = 0; i < HELD; i++)
        if ((held[i] = PyObject_GetAttrString(search->trip, names[i])) == NULL)
            return 0;
    if (held[0] != Py_True || !PyList_Check(held[1]) || PyList_GET_SIZE(held[1]) ||
        !read_keeping(held[2], &search->keeping) || !read_whole(held[4], LONGEST, &already) || !PyDict_Check(held[5]))
        return 0;
    search->tried = (Py_ssize_t)already;
    search->barred = held[5];
    search->first_guide = PyObject_GetAttrString(search->trip, "guide");
    search->found_barred = PyDict_New();
    return search->first_guide != NULL && search->found_barred != NULL && read_bars(search, args[2]) &&
           read_nodes(search, held[3], args[1]);
}

/* Nothing is as if it had been begun. */
static int begin_again(Search *search) {
    PyErr_Clear();
    return PyObject_SetAttrString(search->trip, "tried", search->held[4]) == 0 &&
           PyObject_SetAttrString(search->trip, "guide", search->first_guide) == 0;
}

static void forget(Search *search) {
    forget_guide(&search->guide);
    for (int i = 0; i < HELD; i++)
        Py_XDECREF(search->held[i]);
    Py_XDECREF(search->first_guide);
    Py_XDECREF(search->found_barred);
    PyMem_Free(search->bars);
    PyMem_Free(search->nodes);
    PyMem_Free(search->queue.ways);
}

CALLED(shortest) {
    if (count != 6 || !PyList_Check(args[1]) || !PyDict_Check(args[2]))
        return ask_twin(SHORTEST, args, count);
    Search search = {.trip = args[0], .goal = args[3], .last = args[4]};
    PyObject *found = NULL;
    if (!read_whole(args[5], LONGEST, &search.most) || !know_names() || !read_search(&search, args))
        found = ask_twin(SHORTEST, args, count);
    else if (meet_guide(&search.guide, search.trip, search.nodes, search.node_count)) {
        found = searched(&search, args[2]);
        if (found != NULL && !(tell_tried(&search) && keep_barred(&search)))
            Py_CLEAR(found);
        if (found == NULL && search.is_too_far && begin_again(&search))
            found = ask_twin(SHORTEST, args, count);
    }
    forget(&search);
    return found;
}
