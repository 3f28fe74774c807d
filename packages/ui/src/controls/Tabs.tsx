import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

interface TabsProps<Name extends string> {
  label: string
  value: Name
  onChange(name: Name): void
  tabs: readonly { name: Name; label: ReactNode; panel: ReactNode }[]
}

/** Tabs with their panels. */
export function Tabs<Name extends string>({ label, value, onChange, tabs }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null)
  useInSight(list, value)
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Name)}>
      <Radix.List ref={list} aria-label={label} className="relative flex gap-5 overflow-x-auto border-rule border-b">
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

/** Scrolls the selected tab into view when the tabs overflow: when another is selected, or a label gets a count. */
function useInSight(list: RefObject<HTMLElement | null>, value: string): void {
  const seen = useRef('')
  useEffect(() => {
    const row = list.current
    const chosen = row?.querySelector<HTMLElement>('[data-state="active"]')
    if (!row || !chosen || row.scrollWidth <= row.clientWidth) return
    const state = `${value} ${row.scrollWidth}`
    // What a person scrolled to stays.
    if (state === seen.current) return
    seen.current = state
    row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
  })
}
