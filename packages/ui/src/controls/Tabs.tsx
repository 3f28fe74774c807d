import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabsProps<Name extends string> {
  label: string
  value: Name
  onChange(name: Name): void
  tabs: readonly { name: Name; label: ReactNode; panel: ReactNode }[]
}

/** Views of one thing, one at a time. */
export function Tabs<Name extends string>({ label, value, onChange, tabs }: TabsProps<Name>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Name)}>
      <Radix.List aria-label={label} className="flex gap-5 overflow-x-auto border-rule border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.name}
            value={tab.name}
            className="-mb-px h-9 shrink-0 border-transparent border-b-2 text-body text-soft transition-colors duration-120 hover:text-ink data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.name} value={tab.name} className="pt-4">
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
