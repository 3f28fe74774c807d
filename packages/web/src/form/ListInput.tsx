import { Input } from '@kept/ui/controls/Field.tsx'
import { useState } from 'react'

interface ListInputProps<Item> {
  label: string
  hint: string
  items: readonly Item[]
  parse(text: string): Item[]
  format(items: readonly Item[]): string
  onChange(items: Item[]): void
}

/** A list in one field. What is typed stays as it is typed. */
export function ListInput<Item>({ label, hint, items, parse, format, onChange }: ListInputProps<Item>) {
  const [text, setText] = useState(() => format(items))
  return (
    <Input
      label={label}
      hint={hint}
      value={text}
      autoComplete="off"
      onChange={({ target }) => {
        setText(target.value)
        onChange(parse(target.value))
      }}
    />
  )
}
