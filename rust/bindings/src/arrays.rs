//! Conversion between NumPy arrays and engine values. One bad row rejects the whole array, and the error names the row.

use gammon::batch::Turn;
use gammon::point::PLACES;
use gammon::{Position, Roll, memory};
use numpy::ndarray::{Array, Array2, Array3, Dimension, StrideShape};
use numpy::{
    Element, PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::errors::{ArgumentError, DiceError, PositionError, Raise, cut, internal, out_of_memory};

/// Bytes of one board: two sides of 26 places.
const BOARD: usize = 2 * PLACES;

/// Describes an array for an error message: its dtype and shape, or the type of another object.
pub fn describe(array: &Bound<'_, PyAny>) -> String {
    array.cast::<PyUntypedArray>().map_or_else(
        |_| format!("a {}", array.get_type().name().map_or_else(|_| "value".into(), |name| name.to_string())),
        |array| cut(&format!("{} of shape {:?}", array.dtype(), array.shape())),
    )
}

/// A copy of the caller's boards, so that another thread writing to the array cannot change them after they are checked.
pub struct GivenBoards(Vec<[u8; BOARD]>);

impl GivenBoards {
    /// Copies boards: uint8, shape `(n, 2, 26)`.
    pub fn read(array: &Bound<'_, PyAny>) -> PyResult<Self> {
        let wrong = || {
            PositionError::new_err(format!(
                "boards: expected a uint8 array of shape (n, 2, 26), got {}",
                describe(array)
            ))
        };
        let array = array.cast::<PyArray3<u8>>().map_err(|_| wrong())?.try_readonly().map_err(internal)?;
        if array.shape()[1..] != [2, PLACES] {
            return Err(wrong());
        }
        // Not `PyReadonlyArray::as_slice`, which returns a Fortran-ordered array in memory order.
        let array = array.as_array();
        let rows = array.shape()[0];
        let mut boards = memory::try_with_capacity(rows).map_err(out_of_memory)?;
        if let Some(bytes) = array.as_slice() {
            boards.extend_from_slice(bytes.as_chunks::<BOARD>().0);
        } else {
            boards.extend(array.outer_iter().map(|board| {
                let mut copy = [0; BOARD];
                copy.iter_mut().zip(board).for_each(|(copy, &byte)| *copy = byte);
                copy
            }));
        }
        Ok(Self(boards))
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// The positions, if all are legal. Does not need the GIL.
    pub fn positions(&self) -> PyResult<Vec<Position>> {
        let mut positions = memory::try_with_capacity(self.len()).map_err(out_of_memory)?;
        for (row, board) in self.0.iter().enumerate() {
            positions.push(position(board).map_err(|error| error.raise_in_row(row))?);
        }
        Ok(positions)
    }
}

/// Reads one board: row 0 the player on roll, row 1 the opponent.
fn position(board: &[u8; BOARD]) -> Result<Position, gammon::PositionError> {
    let [mut own, mut opponent] = [[0; PLACES]; 2];
    own.copy_from_slice(&board[..PLACES]);
    opponent.copy_from_slice(&board[PLACES..]);
    Position::new(&own, &opponent)
}

/// A copy of the caller's boards and rolls, one roll for each board.
pub struct GivenTurns {
    boards: GivenBoards,
    rolls: Vec<[u8; 2]>,
}

impl GivenTurns {
    /// Copies boards, and rolls: uint8, shape `(n, 2)`, the dice in any order.
    pub fn read(boards: &Bound<'_, PyAny>, rolls: &Bound<'_, PyAny>) -> PyResult<Self> {
        let boards = GivenBoards::read(boards)?;
        let wrong =
            || DiceError::new_err(format!("rolls: expected a uint8 array of shape (n, 2), got {}", describe(rolls)));
        let rolls: PyReadonlyArray2<'_, u8> = rolls.extract().map_err(|_| wrong())?;
        if rolls.shape()[1] != 2 {
            return Err(wrong());
        }
        let rolls = rolls.as_array();
        let rolls =
            memory::try_collect(rolls.rows().into_iter().map(|dice| [dice[0], dice[1]])).map_err(out_of_memory)?;
        if boards.len() != rolls.len() {
            return Err(ArgumentError::new_err(format!(
                "expected one roll for each board, got {} boards and {} rolls",
                boards.len(),
                rolls.len()
            )));
        }
        Ok(Self { boards, rolls })
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.rolls.len()
    }

    /// The turns, if all are legal. Does not need the GIL.
    pub fn turns(&self) -> PyResult<Vec<Turn>> {
        let mut turns = memory::try_with_capacity(self.len()).map_err(out_of_memory)?;
        for (row, (board, &[first, second])) in self.boards.0.iter().zip(&self.rolls).enumerate() {
            let position = position(board).map_err(|error| error.raise_in_row(row))?;
            turns.push((position, Roll::new(first, second).map_err(|error| error.raise_in_row(row))?));
        }
        Ok(turns)
    }
}

/// Reads a one-dimensional array of numbers.
pub fn numbers_of<T: Element + Copy>(name: &str, array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let numbers = array.cast::<PyArray1<T>>().map_err(|_| {
        let kind = T::get_dtype(array.py());
        ArgumentError::new_err(format!("{name}: expected an array of {kind} of shape (n,), got {}", describe(array)))
    })?;
    // NumPy makes the copy: rust-numpy misreads unaligned data, such as a field of a structured array.
    let numbers = numbers.call_method0("copy")?;
    Ok(numbers.extract::<PyReadonlyArray1<'_, T>>()?.as_array().to_vec())
}

/// The bytes of one board.
#[inline]
pub fn written(position: Position) -> [u8; BOARD] {
    let mut board = [0; BOARD];
    board[..PLACES].copy_from_slice(&position.own().to_counts());
    board[PLACES..].copy_from_slice(&position.opponent().to_counts());
    board
}

/// Positions as boards: uint8, shape `(n, 2, 26)`. Does not need the GIL.
pub fn to_boards(positions: impl ExactSizeIterator<Item = Position>) -> PyResult<Array3<u8>> {
    let boards = memory::try_collect(positions.map(written)).map_err(out_of_memory)?;
    shaped((boards.len(), 2, PLACES), boards.into_flattened())
}

/// Concatenates boards that were computed in pieces.
pub fn pieces_to_boards(pieces: Vec<Vec<[u8; BOARD]>>) -> PyResult<Array3<u8>> {
    let boards = memory::try_concat(pieces).map_err(out_of_memory)?;
    shaped((boards.len(), 2, PLACES), boards.into_flattened())
}

/// Items as an array of the given shape, which must have as many elements.
pub fn shaped<T, D: Dimension>(shape: impl Into<StrideShape<D>>, items: Vec<T>) -> PyResult<Array<T, D>> {
    Array::from_shape_vec(shape, items).map_err(internal)
}

/// One position as an array of shape `(2, 26)`.
pub fn to_board(position: Position) -> PyResult<Array2<u8>> {
    shaped((2, PLACES), written(position).to_vec())
}
