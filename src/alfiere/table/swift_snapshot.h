/* What the attributes of many slotted things are, read from where their class keeps them; a compiled class has getters. */

#include <structmember.h>

#define WIDEST_ROW 32
#define ROWS 16

/* Where a class keeps attributes of these names: worked out once for each class and tuple of names. */
static struct {
    PyTypeObject *type;
    PyObject *names;
    struct Attribute {
        Py_ssize_t offset;
        PyGetSetDef *getter; /* or NULL */
    } attributes[WIDEST_ROW];
} rows[ROWS];
static int rows_known = 0;

static const struct Attribute *attributes_of(PyTypeObject *type, PyObject *names) {
    for (int i = 0; i < rows_known; i++)
        if (rows[i].type == type && rows[i].names == names)
            return rows[i].attributes;
    Py_ssize_t count = PyTuple_GET_SIZE(names);
    if (rows_known == ROWS || count > WIDEST_ROW)
        return NULL;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *slot = PyUnicode_Check(PyTuple_GET_ITEM(names, i)) ? _PyType_Lookup(type, PyTuple_GET_ITEM(names, i)) : NULL;
        struct Attribute *found = &rows[rows_known].attributes[i];
        found->getter = NULL;
        if (slot != NULL && Py_IS_TYPE(slot, &PyGetSetDescr_Type)) {
            found->getter = ((PyGetSetDescrObject *)slot)->d_getset;
            continue;
        }
        if (slot == NULL || !Py_IS_TYPE(slot, &PyMemberDescr_Type))
            return NULL;
        PyMemberDef *member = ((PyMemberDescrObject *)slot)->d_member;
        if (member->type != T_OBJECT_EX)
            return NULL;
        found->offset = member->offset;
    }
    rows[rows_known].type = (PyTypeObject *)Py_NewRef(type);
    rows[rows_known].names = Py_NewRef(names);
    return rows[rows_known++].attributes;
}

/* What an attribute is now: a new reference; NULL, and no error, where there is none. */
static PyObject *value_of(PyObject *one, const struct Attribute *attribute) {
    PyGetSetDef *getter = attribute->getter;
    PyObject *value = getter != NULL ? getter->get(one, getter->closure)
                                     : Py_XNewRef(*(PyObject **)((char *)one + attribute->offset));
    if (value == NULL)
        PyErr_Clear(); /* the twin says what is missing */
    return value;
}

CALLED(snapshot) {
    if (count != 2 || !PyTuple_CheckExact(args[1]))
        return ask_twin(SNAPSHOT, args, count);
    PyObject *things = PySequence_Fast(args[0], "things"), *found = NULL;
    if (things == NULL)
        return NULL;
    Py_ssize_t many = PySequence_Fast_GET_SIZE(things), wide = PyTuple_GET_SIZE(args[1]);
    PyTypeObject *type = NULL;
    const struct Attribute *attributes = NULL;
    int is_known = 1;
    found = PyTuple_New(many * wide);
    for (Py_ssize_t i = 0; found != NULL && is_known && i < many; i++) {
        PyObject *one = PySequence_Fast_GET_ITEM(things, i);
        if (Py_TYPE(one) != type) {
            type = Py_TYPE(one);
            attributes = attributes_of(type, args[1]);
        }
        for (Py_ssize_t j = 0; attributes != NULL && j < wide; j++) {
            PyObject *value = value_of(one, &attributes[j]);
            if (value != NULL && PyList_CheckExact(value))
                Py_SETREF(value, PyList_AsTuple(value));
            if (value == NULL) {
                PyErr_Clear();
                attributes = NULL;
                break;
            }
            PyTuple_SET_ITEM(found, i * wide + j, value);
        }
        is_known = attributes != NULL;
    }
    if (found == NULL || is_known) {
        Py_DECREF(things);
        return found;
    }
    Py_DECREF(found);
    PyObject *again[] = {things, args[1]}; /* args[0] may have been walked through already */
    found = ask_twin(SNAPSHOT, again, 2);
    Py_DECREF(things);
    return found;
}

/* Whether two values are the same; -1 where they cannot be held against each other. */
static int are_same(PyObject *one, PyObject *other) {
    return one == other ? 1 : PyObject_RichCompareBool(one, other, Py_EQ);
}

/* Whether an attribute is as it stands in a row, a list there being a tuple. */
static int is_as_noted(PyObject *value, PyObject *noted) {
    if (!PyList_CheckExact(value))
        return are_same(value, noted);
    if (!PyTuple_CheckExact(noted) || PyList_GET_SIZE(value) != PyTuple_GET_SIZE(noted))
        return 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(noted) && i < PyList_GET_SIZE(value); i++) {
        int is_so = are_same(PyList_GET_ITEM(value, i), PyTuple_GET_ITEM(noted, i));
        if (is_so != 1)
            return is_so;
    }
    return 1;
}

/* Whether all that is asked of one thing is as it stands in a row from this place on; -1 where the twin is to say. */
static int stands_as_noted(PyObject *one, const struct Attribute *attributes, PyObject **noted, Py_ssize_t wide) {
    for (Py_ssize_t i = 0; i < wide; i++) {
        PyObject *value = value_of(one, &attributes[i]);
        int is_so = value == NULL ? -1 : is_as_noted(value, noted[i]);
        Py_XDECREF(value);
        if (is_so != 1)
            return is_so;
    }
    return 1;
}

CALLED(changed) {
    if (count != 3 || !PyTuple_CheckExact(args[1]) || !PyTuple_CheckExact(args[2]))
        return ask_twin(CHANGED, args, count);
    PyObject *things = PySequence_Fast(args[0], "things"), *row = args[2];
    if (things == NULL)
        return NULL;
    Py_ssize_t many = PySequence_Fast_GET_SIZE(things), wide = PyTuple_GET_SIZE(args[1]);
    if (many * wide != PyTuple_GET_SIZE(row)) {
        Py_DECREF(things);
        Py_RETURN_NONE;
    }
    PyObject *found = PyList_New(0);
    PyTypeObject *type = NULL;
    const struct Attribute *attributes = NULL;
    int is_known = 1;
    for (Py_ssize_t i = 0; found != NULL && is_known && i < many; i++) {
        PyObject *one = PySequence_Fast_GET_ITEM(things, i);
        if (Py_TYPE(one) != type) {
            type = Py_TYPE(one);
            attributes = attributes_of(type, args[1]);
        }
        int is_so = attributes == NULL ? -1 : stands_as_noted(one, attributes, &PyTuple_GET_ITEM(row, i * wide), wide);
        is_known = is_so != -1;
        if (is_so != 0)
            continue;
        PyObject *place = PyLong_FromSsize_t(i);
        if (place == NULL || PyList_Append(found, place) < 0)
            Py_CLEAR(found);
        Py_XDECREF(place);
    }
    if (found != NULL && is_known)
        Py_SETREF(found, PyList_AsTuple(found));
    else if (found != NULL) {
        PyErr_Clear();
        PyObject *again[] = {things, args[1], row};
        Py_SETREF(found, ask_twin(CHANGED, again, 3));
    }
    Py_DECREF(things);
    return found;
}
