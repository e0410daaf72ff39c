/* How far it is at least from the places of a search, as a LeastLeft tells it (least_way.py). */

#define LONGEST (1LL << 40)
#define LEFT_MARGIN (4LL << 10) /* least_way.MARGIN */
#define NOWHERE (1LL << 60)     /* least_way.NO_WAY */

/* A place that may be gone by. */
typedef struct {
    Point at;
    PyObject *place;
    Whole bound;  /* what is left from here at least */
    int before;   /* from which place it was reached, or UNREACHED */
    int guard;    /* what barred the last leg to it, or NOTHING */
    Whole exact;  /* what the guide says is left, once that is known for good; else -1 */
    Whole first;  /* what it says as long as it has looked no further: the least way it has not found barred */
    Py_ssize_t looked; /* how many bends it had looked at then, or -1 */
} Node;

#define UNREACHED (-1)
#define NOTHING (-1)

/* What a LeastLeft has told already: left(place, known) would say the same again. */
typedef struct {
    PyObject *itself, *exact, *ways, *bends, *queue, *maze, *heappop;
    Point start;
} Guide;

static Whole distance_down(Point one, Point other) { return root_down(squared_length(one, other) << 20); } /* FINE² */
static Whole distance_up(Point one, Point other) { return root_up(squared_length(one, other) << 20); }

static void forget_guide(Guide *guide) {
    Py_CLEAR(guide->itself);
    Py_CLEAR(guide->exact);
    Py_CLEAR(guide->ways);
    Py_CLEAR(guide->bends);
    Py_CLEAR(guide->queue);
    Py_CLEAR(guide->maze);
    Py_CLEAR(guide->heappop);
}

/* Whoever guides the search now, if anybody does. */
static int meet_guide(Guide *guide, PyObject *trip, Node *nodes, Py_ssize_t count) {
    PyObject *itself = PyObject_GetAttrString(trip, "guide");
    if (itself == NULL)
        return 0;
    if (itself == guide->itself) {
        Py_DECREF(itself);
        return 1;
    }
    forget_guide(guide);
    for (Py_ssize_t i = 0; i < count; i++)
        nodes[i].exact = nodes[i].looked = -1;
    if (itself == Py_None) {
        Py_DECREF(itself);
        return 1;
    }
    guide->itself = itself;
    PyObject *told = PyObject_GetAttrString(itself, "told"), *start = NULL;
    int is_met = told != NULL && PyArg_ParseTuple(told, "O!O!O!O!OOO", &PyDict_Type, &guide->exact, &PyDict_Type,
                                                  &guide->ways, &PyList_Type, &guide->bends, &PyList_Type,
                                                  &guide->queue, &guide->maze, &guide->heappop, &start);
    if (is_met) {
        Py_INCREF(guide->exact);
        Py_INCREF(guide->ways);
        Py_INCREF(guide->bends);
        Py_INCREF(guide->queue);
        Py_INCREF(guide->maze);
        Py_INCREF(guide->heappop);
        is_met = read_point(start, &guide->start);
    } else
        guide->exact = guide->ways = guide->bends = guide->queue = guide->maze = guide->heappop = NULL;
    Py_XDECREF(told);
    if (!is_met && !PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "a guide");
    return is_met;
}

/* The whole number at the beginning of the first tuple of a list, NOWHERE if it is empty. */
static int first_whole(PyObject *list, Whole *found) {
    *found = NOWHERE;
    if (PyList_GET_SIZE(list) == 0)
        return 1;
    PyObject *first = PyList_GET_ITEM(list, 0);
    return PyTuple_Check(first) && PyTuple_GET_SIZE(first) && read_whole(PyTuple_GET_ITEM(first, 0), NOWHERE, found);
}

/* What the guide knows now of a place: for good, or as long as it looks no further. */
static int remember(const Guide *guide, Node *node) {
    PyObject *exact = PyDict_GetItemWithError(guide->exact, node->place);
    node->looked = -1;
    if (exact != NULL) {
        node->exact = PyLong_AsLongLong(exact);
        return !PyErr_Occurred();
    }
    PyObject *ways = PyErr_Occurred() ? NULL : PyDict_GetItemWithError(guide->ways, node->place);
    Whole looked, first;
    if (ways == NULL || !PyTuple_Check(ways) || PyTuple_GET_SIZE(ways) != 2 || !PyList_Check(PyTuple_GET_ITEM(ways, 1)) ||
        !read_whole(PyTuple_GET_ITEM(ways, 0), LONGEST, &looked) || !first_whole(PyTuple_GET_ITEM(ways, 1), &first))
        return !PyErr_Occurred();
    node->looked = (Py_ssize_t)looked; /* bends looked at */
    node->first = first == NOWHERE ? NOWHERE : first - LEFT_MARGIN;
    return 1;
}

/* The end of LeastLeft.left: the ways from a place, the shortest first, until one is open or longer than is asked. */
static int ask_ways(const Guide *guide, Node *node, Whole known, Whole beyond, Whole *left) {
    while (node->first <= known) {
        PyObject *ways = PyTuple_GET_ITEM(PyDict_GetItem(guide->ways, node->place), 1);
        PyObject *end = Py_NewRef(PyTuple_GET_ITEM(PyList_GET_ITEM(ways, 0), 1));
        int is_open = PyObject_RichCompareBool(end, node->place, Py_EQ);
        if (is_open == 0) {
            PyObject *found = PyObject_CallMethodObjArgs(guide->maze, name_is_open, node->place, end, NULL);
            is_open = found == NULL ? -1 : PyObject_IsTrue(found);
            Py_XDECREF(found);
        }
        Py_DECREF(end);
        if (is_open < 0)
            return 0;
        if (is_open) {
            PyObject *exact = PyLong_FromLongLong(greater(0, node->first));
            int is_kept = exact != NULL && PyDict_SetItem(guide->exact, node->place, exact) == 0;
            Py_XDECREF(exact);
            *left = node->exact = greater(0, node->first);
            return is_kept;
        }
        PyObject *gone = PyObject_CallOneArg(guide->heappop, ways);
        Whole first;
        if (gone == NULL || !first_whole(ways, &first)) {
            Py_XDECREF(gone);
            return 0;
        }
        Py_DECREF(gone);
        node->first = first == NOWHERE ? NOWHERE : first - LEFT_MARGIN;
    }
    *left = lesser(node->first, beyond);
    return 1;
}

/* trip.guided: 1, 0 if Python has raised something. */
static int guided(Guide *guide, Node *node, Whole known, Whole *left) {
    *left = 0;
    if (guide->itself == NULL)
        return 1;
    if (node->exact >= 0) {
        *left = node->exact;
        return 1;
    }
    Whole next;
    if (node->looked == PyList_GET_SIZE(guide->bends) && first_whole(guide->queue, &next)) {
        Whole away = distance_down(node->at, guide->start);
        if (next > known + away + LEFT_MARGIN) /* it would look no further */
            return ask_ways(guide, node, known, next == NOWHERE ? NOWHERE : next - away - LEFT_MARGIN, left);
    }
    PyObject *found = PyObject_CallMethod(guide->itself, "left", "OL", node->place, known);
    if (found == NULL)
        return 0;
    *left = PyLong_AsLongLong(found);
    Py_DECREF(found);
    return !(*left == -1 && PyErr_Occurred()) && remember(guide, node);
}
