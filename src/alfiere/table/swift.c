/* The smallest measures of the table once more, in C: the same whole numbers, only sooner.

   Every function here has a twin in Python of the same name (see swift.py), which is the one to read. Points are taken
   if they lie within BOUND hundredths of the corner of the table, so that no product here is longer than 128 bits;
   whatever is farther off, has more than MOST corners or is not what was expected, is handed to the twin. */

#include "swift_core.h"
#include "swift_measures.h"
#include "swift_ways.h"
#include "swift_turning.h"
#include "swift_sight.h"
#include "swift_barriers.h"
#include "swift_barring.h"
#include "swift_standing.h"
#include "swift_guide.h"
#include "swift_search.h"
#include "swift_least.h"
#include "swift_tuples.h"
#include "swift_snapshot.h"

/* Setting up */

static PyObject *twin(PyObject *module, PyObject *args) {
    const char *name;
    PyObject *pure;
    if (!PyArg_ParseTuple(args, "sO", &name, &pure))
        return NULL;
    for (int i = 0; i < TWINS; i++)
        if (strcmp(name, NAMES[i]) == 0) {
            Py_INCREF(pure);
            Py_XSETREF(twins[i], pure);
            return PyObject_GetAttrString(module, name);
        }
    PyErr_Format(PyExc_LookupError, "there is no %s here", name);
    return NULL;
}

static PyObject *use_outline(PyObject *module, PyObject *type) {
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError, "an outline is a tuple");
        return NULL;
    }
    Py_INCREF(type);
    outline_type = (PyTypeObject *)type;
    Py_RETURN_NONE;
}

static PyObject *use_legs(PyObject *module, PyObject *args) {
    if (!PyArg_ParseTuple(args, "O!O!O!O!(UUU)", &PyType_Type, &shift_type, &PyType_Type, &turn_type, &PyType_Type,
                          &footing_type, &PyType_Type, &pose_type, &centre, &left, &right))
        return NULL;
    PyObject *kept[] = {(PyObject *)shift_type, (PyObject *)turn_type, (PyObject *)footing_type, (PyObject *)pose_type,
                        centre, left, right};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        Py_INCREF(kept[i]);
    Py_RETURN_NONE;
}

static PyObject *use_sines(PyObject *module, PyObject *args) {
    PyObject *table;
    if (!PyArg_ParseTuple(args, "O!L", &PyTuple_Type, &table, &scale))
        return NULL;
    if (PyTuple_GET_SIZE(table) != 901) {
        PyErr_SetString(PyExc_ValueError, "901 sines");
        return NULL;
    }
    for (int i = 0; i < 901; i++)
        sines[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(table, i));
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

#define FAST(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}

static PyMethodDef methods[] = {
    FAST(box), FAST(boxes_meet), FAST(boxes_apart), FAST(moved), FAST(placed), FAST(hull), FAST(edges), FAST(holds),
    FAST(point_to_segment), FAST(segments_meet), FAST(squared_gap), FAST(within), FAST(nearer), FAST(overlaps),
    FAST(apart), FAST(meets), FAST(circles_reach), FAST(swept_along), FAST(divided), FAST(offset),
    FAST(turn_meets), FAST(free_turning), FAST(free_ahead), FAST(clip), FAST(round_shares), FAST(standing_in),
    FAST(outline_of), FAST(core_of), FAST(is_on), FAST(after), FAST(sides_at), FAST(sides_along),
    FAST(steps_on), FAST(all_met), FAST(clipped), FAST(heading_of), FAST(far_off), FAST(closest), FAST(aimed),
    FAST(edges_met), FAST(in_box), FAST(squares), FAST(snapshot), FAST(changed),
    FAST(is_hidden_leg), FAST(first_barring), FAST(shortest), FAST(crossed_first), FAST(bounds_to), FAST(lengths_by),
    FAST(bases_on_line), FAST(bars_at), FAST(gaps_between), FAST(bases_about), FAST(is_about),
    {"twin", twin, METH_VARARGS, "The compiled function of this name, which asks the pure one where it must."},
    {"quicken", quicken, METH_VARARGS, "Named tuples of this class are made here from now on."},
    {"use_outline", use_outline, METH_O, "The class of outlines."},
    {"use_legs", use_legs, METH_VARARGS, "The classes of shifts, turns, footings and poses, and what a unit turns about."},
    {"use_sines", use_sines, METH_VARARGS, "The sines of 0 to 90 degrees in tenths, and what a sine of one is."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_swift", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__swift(void) { return PyModule_Create(&definition); }
