import { Command } from 'cmdk'
import { Check, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from '../cx.ts'
import { itemClass } from './float.ts'
import { Popover } from './Popover.tsx'
import { Spinner } from './Spinner.tsx'

interface ComboboxOption {
  value: string
  label: string
  /** Secondary text at the end of the row, such as a count or an ID. */
  detail?: string
  group?: string
}

interface ChoiceListProps {
  label: string
  options: readonly ComboboxOption[]
  chosen: readonly string[]
  onToggle(value: string): void
  /** Searches on the server. Without it, the list filters its options. */
  onSearch?(text: string): void
  loading?: boolean
  placeholder?: string
  empty?: string
}

/** A searchable list with one or more selected options. */
export function ChoiceList(props: ChoiceListProps) {
  const { label, options, chosen, onToggle, onSearch, loading = false, placeholder = 'Search' } = props
  const groups = Map.groupBy(options, (option) => option.group ?? '')
  return (
    <Command label={label} shouldFilter={!onSearch}>
      <div className="flex items-center gap-2 border-rule border-b px-3">
        <Search size={14} className="shrink-0 text-faint" aria-hidden="true" />
        <Command.Input
          placeholder={placeholder}
          onValueChange={onSearch}
          className="h-9 w-full bg-transparent text-body outline-none"
        />
        {loading && <Spinner />}
      </div>
      <Command.List className="max-h-72 overflow-y-auto p-1" label={label}>
        <Command.Empty className="px-2 py-4 text-center text-small text-faint">
          {loading ? 'Searching...' : (props.empty ?? 'No matches.')}
        </Command.Empty>
        {[...groups].map(([group, members]) => (
          <Command.Group
            key={group}
            heading={group || undefined}
            className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-faint **:[[cmdk-group-heading]]:text-micro"
          >
            {members.map((option) => (
              <Choice key={option.value} option={option} chosen={chosen.includes(option.value)} onToggle={onToggle} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

interface ChoiceProps {
  option: ComboboxOption
  chosen: boolean
  onToggle(value: string): void
}

function Choice({ option, chosen, onToggle }: ChoiceProps) {
  return (
    <Command.Item
      value={`${option.label} ${option.value}`}
      onSelect={() => onToggle(option.value)}
      className={itemClass}
    >
      <Check size={14} aria-hidden="true" className={cx('shrink-0', chosen ? '' : 'invisible')} />
      <span className="min-w-0 flex-1 truncate" title={option.label}>
        {option.label}
        {chosen && <span className="sr-only">, selected</span>}
      </span>
      {option.detail && <span className="figure shrink-0 text-micro text-faint">{option.detail}</span>}
    </Command.Item>
  )
}

interface ComboboxProps extends ChoiceListProps {
  trigger: ReactNode
  /** Closes after one selection. */
  single?: boolean
  /** Does not return the focus to the trigger after a selection. */
  keepsFocus?: boolean
}

/** A ChoiceList in a popover. */
export function Combobox({ trigger, single = false, keepsFocus = false, onToggle, ...list }: ComboboxProps) {
  const [open, setOpen] = useState(false)
  // A selection may open another element, which then takes the focus. Otherwise the focus returns to the trigger.
  const [chose, setChose] = useState(false)
  return (
    <Popover
      label={list.label}
      trigger={trigger}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setChose(false)
      }}
      returnFocus={!chose}
      className="w-80"
    >
      <ChoiceList
        {...list}
        onToggle={(value) => {
          onToggle(value)
          if (!single) return
          setChose(keepsFocus)
          setOpen(false)
        }}
      />
    </Popover>
  )
}
