//! The logistic function, computed with the same bits on every machine.

/// `1 / (1 + e^-x)` of each value, to within 2e-7, using only additions, multiplications and one division.
///
/// The platform's `exp` may differ between machines in the last bit, which would change results. `e^x` is a power of two times a
/// polynomial on `[-ln 2 / 2, ln 2 / 2]` (Cody and Waite's reduction, Taylor's polynomial).
#[inline(always)]
pub(crate) fn logistic<const N: usize>(mut values: [f32; N]) -> [f32; N] {
    // Adding and subtracting 1.5 * 2^23 rounds to the nearest integer without a library call.
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts; the first has few enough bits that its product with n is exact.
    const LN2_HIGH: f32 = 355.0 / 512.0;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    // Beyond this the result is 0 or 1 to six digits. It is never exactly 0 or 1: only the rules make an outcome certain.
    const LIMIT: f32 = 15.0;
    // A loop and not `map`, which would stay compiled for the baseline.
    for value in &mut values {
        let x = (-*value).clamp(-LIMIT, LIMIT);
        let shifted = x * std::f32::consts::LOG2_E + ROUND;
        let n = shifted - ROUND;
        let r = (x - n * LN2_HIGH) - n * LN2_LOW;
        let polynomial =
            1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0))))));
        // 2^n by its exponent bits: n, at most 22 in absolute value, is in the lowest bits of `shifted`.
        let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
        *value = 1.0 / (1.0 + polynomial * power);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_exact_function() {
        for i in -20_000_i16..=20_000 {
            let x = f32::from(i) / 1000.0;
            let exact = 1.0 / (1.0 + (-f64::from(x.clamp(-15.0, 15.0))).exp());
            assert!((f64::from(logistic([x; 8])[3]) - exact).abs() < 2e-7, "{x}");
        }
        for (x, limit) in [(f32::NEG_INFINITY, 0.0), (f32::INFINITY, 1.0)] {
            assert!((logistic([x; 8])[0] - limit).abs() < 1e-6);
        }
    }
}
