/** Values of resources as Cloud Asset Inventory writes them. */
import * as z from 'zod'

export const text = z.string()
export const list = z.array(z.unknown())
export const links = z.array(z.string())
/** Google writes 64-bit numbers as text. */
export const number = z.union([z.number(), z.string().regex(/^\d+$/)]).transform(Number)
