/* Named tuples are made here without a detour through Python: Pose(x, y, heading) is what a battle does most often.
   Whoever names the fields, or gives too few or too many, is served by the class as usual. */

#define KINDS 64

static struct {
    PyTypeObject *type;
    Py_ssize_t fields;
    PyObject *usual; /* what the last fields are if nothing is said: a tuple */
} kinds[KINDS];
static int kinds_known = 0;

static PyObject *made_as_usual(PyObject *type, PyObject *const *args, Py_ssize_t given, PyObject *names) {
    PyObject *unnamed = PyTuple_New(given), *named = NULL, *found = NULL;
    if (unnamed == NULL)
        return NULL;
    for (Py_ssize_t i = 0; i < given; i++)
        PyTuple_SET_ITEM(unnamed, i, Py_NewRef(args[i]));
    if (names != NULL) {
        named = PyDict_New();
        if (named == NULL)
            goto done;
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++)
            if (PyDict_SetItem(named, PyTuple_GET_ITEM(names, i), args[given + i]) < 0)
                goto done;
    }
    found = PyType_Type.tp_call(type, unnamed, named);
done:
    Py_XDECREF(named);
    Py_DECREF(unnamed);
    return found;
}

static PyObject *made(PyObject *type, PyObject *const *args, size_t flags, PyObject *names) {
    Py_ssize_t given = PyVectorcall_NARGS(flags);
    int kind = 0;
    while (kind < kinds_known && (PyObject *)kinds[kind].type != type)
        kind++;
    if (names != NULL || kind == kinds_known)
        return made_as_usual(type, args, given, names);
    Py_ssize_t fields = kinds[kind].fields, first = fields - PyTuple_GET_SIZE(kinds[kind].usual);
    if (given < first || given > fields)
        return made_as_usual(type, args, given, names);
    PyObject *found = kinds[kind].type->tp_alloc(kinds[kind].type, fields);
    if (found == NULL)
        return NULL;
    for (Py_ssize_t i = 0; i < fields; i++)
        PyTuple_SET_ITEM(found, i, Py_NewRef(i < given ? args[i] : PyTuple_GET_ITEM(kinds[kind].usual, i - first)));
    return found;
}

static PyObject *quicken(PyObject *module, PyObject *args) {
    PyTypeObject *type;
    Py_ssize_t fields;
    PyObject *usual;
    if (!PyArg_ParseTuple(args, "O!nO!", &PyType_Type, &type, &fields, &PyTuple_Type, &usual))
        return NULL;
    if (!PyType_IsSubtype(type, &PyTuple_Type) || fields < PyTuple_GET_SIZE(usual)) {
        PyErr_SetString(PyExc_TypeError, "a named tuple, its fields, and what the last of them usually are");
        return NULL;
    }
    if (kinds_known < KINDS) {
        kinds[kinds_known].type = (PyTypeObject *)Py_NewRef(type);
        kinds[kinds_known].fields = fields;
        kinds[kinds_known++].usual = Py_NewRef(usual);
        type->tp_vectorcall = made;
    }
    Py_RETURN_NONE;
}
