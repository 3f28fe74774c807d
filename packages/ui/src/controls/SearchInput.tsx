import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Input } from './Field.tsx'

interface SearchInputProps extends Omit<ComponentProps<typeof Input>, 'type' | 'icon' | 'hiddenLabel' | 'onChange'> {
  onChange(text: string): void
}

/** A search field. Its label is read by screen readers only, and is the placeholder unless another is given. */
export function SearchInput({ label, placeholder = label, onChange, ...rest }: SearchInputProps) {
  return (
    <Input
      {...rest}
      label={label}
      hiddenLabel
      type="search"
      placeholder={placeholder}
      icon={<Search size={14} />}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
