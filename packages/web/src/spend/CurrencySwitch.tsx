import { Segmented } from '@kept/ui/controls/Segmented.tsx'

interface CurrencySwitchProps {
  currencies: readonly string[]
  value: string
  onChange(currency: string): void
}

/** Selects the currency of a page: currencies are never added. Hidden when there is only one. */
export function CurrencySwitch({ currencies, value, onChange }: CurrencySwitchProps) {
  if (currencies.length < 2) return null
  return (
    <Segmented
      label="Currency"
      value={value}
      options={currencies.map((currency) => ({ value: currency, label: currency }))}
      onChange={onChange}
    />
  )
}
