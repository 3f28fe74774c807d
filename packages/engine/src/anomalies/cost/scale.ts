/** The scale on which cost is evaluated: relative changes count, not amounts, and zero and credits have a value too. */
export const logarithm = (value: number) => Math.sign(value) * Math.log1p(Math.abs(value))

export const unlog = (value: number) => Math.sign(value) * Math.expm1(Math.abs(value))
