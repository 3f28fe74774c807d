/** A key of a family, as a request writes it. */
import * as z from 'zod'
import { MAX_KEY_LENGTH } from './cube-keys.ts'

const keyOf = z.string().min(1).max(MAX_KEY_LENGTH)

/** `tag:team`, `sku_price_detail:CoreCount`: the key exactly as the bill writes it. */
export const familyKeySchema = z.union([
  z.templateLiteral(['tag:', keyOf]),
  z.templateLiteral(['allocated_tag:', keyOf]),
  z.templateLiteral(['sku_price_detail:', keyOf]),
  z.templateLiteral(['allocated_method_detail:', keyOf]),
  z.templateLiteral(['contract_applied:', keyOf]),
  z.templateLiteral(['commitment_eligibility:', keyOf]),
])
