import { Input } from '@kept/ui/controls/Field.tsx'

interface NumberInputProps {
  label: string
  hint?: string
  value: number
  min?: number
  max?: number
  step?: number | 'any'
  error?: string | undefined
  onChange(value: number): void
}

/** An empty field is no number: the check says so. */
export function NumberInput({ value, onChange, ...rest }: NumberInputProps) {
  return (
    <Input
      {...rest}
      type="number"
      value={Number.isNaN(value) ? '' : value}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  )
}
