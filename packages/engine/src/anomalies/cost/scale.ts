/** The scale on which cost is judged: shares count, not amounts, yet zero and credits have their place. */
export const logarithm = (value: number) => Math.sign(value) * Math.log1p(Math.abs(value))

export const unlog = (value: number) => Math.sign(value) * Math.expm1(Math.abs(value))
