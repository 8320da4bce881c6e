//! NumPy arrays to engine values and back. A refused array is refused whole, and the message names the row.

use gammon::batch::Turn;
use gammon::point::PLACES;
use gammon::{Position, Roll};
use numpy::ndarray::{Array2, Array3};
use numpy::{
    Element, PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::errors::{ArgumentError, DiceError, PositionError, Raise};

/// Bytes of one board: two sides of 26 places.
const BOARD: usize = 2 * PLACES;

/// An array as an error message describes it.
pub fn describe(array: &Bound<'_, PyAny>) -> String {
    array.cast::<PyUntypedArray>().map_or_else(
        |_| format!("a {}", array.get_type().name().map_or_else(|_| "thing".into(), |name| name.to_string())),
        |array| format!("{} of shape {:?}", array.dtype(), array.shape()),
    )
}

/// Reads boards: uint8, shape `(n, 2, 26)`.
pub fn boards(array: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let wrong =
        || PositionError::new_err(format!("boards must be a uint8 array of shape (n, 2, 26), not {}", describe(array)));
    let array = array.cast::<PyArray3<u8>>().map_err(|_| wrong())?.readonly();
    if array.shape()[1..] != [2, PLACES] {
        return Err(wrong());
    }
    // Not `PyReadonlyArray::as_slice`, which gives an array in Fortran's order as it lies in memory.
    let array = array.as_array();
    let mut copy;
    let bytes = if let Some(bytes) = array.as_slice() {
        bytes
    } else {
        copy = Vec::with_capacity(array.len());
        copy.extend(array.iter().copied());
        copy.as_slice()
    };
    let (boards, _) = bytes.as_chunks::<BOARD>();
    boards.iter().enumerate().map(|(row, board)| position(board).map_err(|error| error.raise_in_row(row))).collect()
}

/// Reads one board: row 0 the player on roll, row 1 the opponent.
fn position(board: &[u8; BOARD]) -> Result<Position, gammon::PositionError> {
    let [mut own, mut opponent] = [[0; PLACES]; 2];
    own.copy_from_slice(&board[..PLACES]);
    opponent.copy_from_slice(&board[PLACES..]);
    Position::new(&own, &opponent)
}

/// Reads rolls: uint8, shape `(n, 2)`, in any order.
pub fn rolls(array: &Bound<'_, PyAny>) -> PyResult<Vec<Roll>> {
    let wrong = || DiceError::new_err(format!("rolls must be a uint8 array of shape (n, 2), not {}", describe(array)));
    let array: PyReadonlyArray2<'_, u8> = array.extract().map_err(|_| wrong())?;
    if array.shape()[1] != 2 {
        return Err(wrong());
    }
    array
        .as_array()
        .rows()
        .into_iter()
        .enumerate()
        .map(|(row, dice)| Roll::new(dice[0], dice[1]).map_err(|error| error.raise_in_row(row)))
        .collect()
}

/// Reads numbers: an array of one axis.
pub fn numbers_of<T: Element + Copy>(name: &str, array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let numbers = array.cast::<PyArray1<T>>().map_err(|_| {
        let kind = T::get_dtype(array.py());
        ArgumentError::new_err(format!("{name} must be an array of {kind} of shape (n,), not {}", describe(array)))
    })?;
    // A copy by NumPy: rust-numpy misreads what is not aligned, such as a field of records.
    let numbers = numbers.call_method0("copy")?;
    Ok(numbers.extract::<PyReadonlyArray1<'_, T>>()?.as_array().to_vec())
}

/// Reads boards and as many rolls.
pub fn turns(boards_array: &Bound<'_, PyAny>, rolls_array: &Bound<'_, PyAny>) -> PyResult<Vec<Turn>> {
    let (boards, rolls) = (boards(boards_array)?, rolls(rolls_array)?);
    if boards.len() != rolls.len() {
        return Err(ArgumentError::new_err(format!(
            "{} boards and {} rolls: there must be as many",
            boards.len(),
            rolls.len()
        )));
    }
    Ok(boards.into_iter().zip(rolls).collect())
}

/// Writes one board.
#[inline]
pub fn written(position: Position) -> [u8; BOARD] {
    let mut board = [0; BOARD];
    board[..PLACES].copy_from_slice(&position.own().to_counts());
    board[PLACES..].copy_from_slice(&position.opponent().to_counts());
    board
}

/// Writes boards: uint8, `(n, 2, 26)`.
pub fn to_boards(positions: impl ExactSizeIterator<Item = Position>) -> Array3<u8> {
    let boards: Vec<_> = positions.map(written).collect();
    boards_of(boards.len(), boards.into_flattened())
}

/// Puts boards that are written in pieces together.
pub fn pieces_to_boards(mut pieces: Vec<Vec<[u8; BOARD]>>) -> Array3<u8> {
    let boards = if pieces.len() == 1 { pieces.pop().unwrap_or_default() } else { pieces.concat() };
    boards_of(boards.len(), boards.into_flattened())
}

fn boards_of(rows: usize, bytes: Vec<u8>) -> Array3<u8> {
    // The length is right by construction; an empty array stands in for what cannot happen.
    Array3::from_shape_vec((rows, 2, PLACES), bytes).unwrap_or_else(|_| Array3::zeros((0, 2, PLACES)))
}

/// One position as an array `(2, 26)`.
pub fn to_board(position: Position) -> Array2<u8> {
    to_boards(std::iter::once(position)).remove_axis(numpy::ndarray::Axis(0))
}
