//! Conversion of enums. They are Python's own (`gammon/_enums.py`), so that they can be iterated and made from numbers.

use gammon::value::{BeaverAnswer as EngineAnswer, scoring::Crawford as EngineCrawford};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

const MODULE: &str = "gammon._enums";

/// One of the Python enum classes, imported once.
fn class<'py>(
    py: Python<'py>,
    place: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    place.import(py, MODULE, name)
}

/// Re-exports the enum classes from the compiled module, where the rest of gammon imports them.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let enums = module.py().import(MODULE)?;
    ["BeaverAnswer", "Crawford", "CubeAction"].into_iter().try_for_each(|name| module.add(name, enums.getattr(name)?))
}

static CRAWFORD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static CUBE_ACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static BEAVER_ANSWER: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// `gammon.Crawford`.
#[derive(Clone, Copy)]
pub struct Crawford(pub EngineCrawford);

/// The variants in the order of the Python enum's values.
const CRAWFORDS: [EngineCrawford; 4] =
    [EngineCrawford::ToCome, EngineCrawford::ThisGame, EngineCrawford::Played, EngineCrawford::Off];

impl Crawford {
    pub const TO_COME: Self = Self(EngineCrawford::ToCome);

    pub const fn name(self) -> &'static str {
        match self.0 {
            EngineCrawford::ToCome => "TO_COME",
            EngineCrawford::ThisGame => "THIS_GAME",
            EngineCrawford::Played => "PLAYED",
            EngineCrawford::Off => "OFF",
        }
    }
}

impl FromPyObject<'_, '_> for Crawford {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let py = given.py();
        let wrong = || PyTypeError::new_err(format!("expected a gammon.Crawford, got {}", kind(&given)));
        if !given.is_instance(class(py, &CRAWFORD, "Crawford")?)? {
            return Err(wrong());
        }
        let number: usize = given.getattr("value")?.extract()?;
        CRAWFORDS.get(number).copied().map(Self).ok_or_else(wrong)
    }
}

impl<'py> IntoPyObject<'py> for Crawford {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        class(py, &CRAWFORD, "Crawford")?.call1((self.0 as u8,))
    }
}

/// `gammon.CubeAction`.
#[derive(Clone, Copy)]
pub struct CubeAction(pub gammon::CubeAction);

impl<'py> IntoPyObject<'py> for CubeAction {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        class(py, &CUBE_ACTION, "CubeAction")?.call1((self.0 as u8,))
    }
}

/// `gammon.BeaverAnswer`.
#[derive(Clone, Copy)]
pub struct BeaverAnswer(pub EngineAnswer);

impl<'py> IntoPyObject<'py> for BeaverAnswer {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        class(py, &BEAVER_ANSWER, "BeaverAnswer")?.call1((self.0 as u8,))
    }
}

/// The name of a value's type, for an error message.
fn kind(given: &Bound<'_, PyAny>) -> String {
    given.get_type().name().map_or_else(|_| "another object".into(), |name| name.to_string())
}
