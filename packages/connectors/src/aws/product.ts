/**
 * A product attribute: its own column in the legacy report; in CUR 2.0 its own column or a member of the `product` map.
 */
import { first, member, snakeName, type TextRule } from '@kept/domain/mapping.ts'

export function productOf(attribute: string): TextRule {
  return first(`product/${attribute}`, member('product', snakeName(attribute)))
}
