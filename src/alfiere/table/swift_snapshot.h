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
            PyGetSetDef *getter = attributes[j].getter;
            PyObject *value = getter != NULL ? getter->get(one, getter->closure)
                                             : Py_XNewRef(*(PyObject **)((char *)one + attributes[j].offset));
            if (value == NULL) {
                PyErr_Clear(); /* the twin says what is missing */
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
