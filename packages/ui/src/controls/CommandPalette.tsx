import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { itemClass } from './float.ts'
import { Kbd } from './Kbd.tsx'
import { Spinner } from './Spinner.tsx'

export interface PaletteEntry {
  id: string
  title: string
  detail?: string
  icon?: ReactNode
  run(): void
}

export interface PaletteGroup {
  heading: string
  entries: readonly PaletteEntry[]
}

interface CommandPaletteProps {
  open: boolean
  onOpenChange(open: boolean): void
  placeholder: string
  text: string
  onText(text: string): void
  groups: readonly PaletteGroup[]
  loading?: boolean
  /** Shown when no group has an entry. */
  empty: ReactNode
  /** The screen reader announcement of the results. */
  announcement?: string
  /** A partial failure, shown above the results. */
  error?: string | undefined
}

/** The command palette. The caller provides the matching entries. */
export function CommandPalette(props: CommandPaletteProps) {
  const {
    open,
    onOpenChange,
    placeholder,
    text,
    onText,
    groups,
    loading = false,
    empty,
    announcement = '',
    error,
  } = props
  const run = (entry: PaletteEntry) => {
    onOpenChange(false)
    entry.run()
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // Puts the cursor at the end instead of selecting the text, which typing would replace.
            event.preventDefault()
            const box = (event.currentTarget as HTMLElement).querySelector('input')
            box?.focus()
            box?.setSelectionRange(box.value.length, box.value.length)
          }}
          className="fixed inset-x-3 top-[10vh] z-50 mx-auto max-w-xl animate-rise overflow-hidden rounded-base border border-rule bg-raised shadow-float"
        >
          <Dialog.Title className="sr-only">Search and go</Dialog.Title>
          <Command label="Search and go" shouldFilter={false} loop>
            <div className="flex items-center gap-2.5 border-rule border-b px-4">
              <Search size={16} className="shrink-0 text-faint" aria-hidden="true" />
              <Command.Input
                value={text}
                onValueChange={onText}
                placeholder={placeholder}
                className="h-12 w-full bg-transparent text-lead outline-none"
              />
              {loading && <Spinner />}
            </div>
            <p role="status" className="sr-only">
              {announcement}
            </p>
            {error && (
              <p role="alert" className="border-rule border-b bg-leak-wash px-4 py-2 text-leak text-small">
                {error}
              </p>
            )}
            <Command.List className="max-h-[56vh] overflow-y-auto p-1.5" label="Results">
              <Command.Empty className="px-3 py-8 text-center text-body text-soft">
                {loading ? 'Searching...' : empty}
              </Command.Empty>
              {groups
                .filter((group) => group.entries.length > 0)
                .map((group) => (
                  <Command.Group
                    key={group.heading}
                    heading={group.heading}
                    className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-micro **:[[cmdk-group-heading]]:text-faint"
                  >
                    {group.entries.map((entry) => (
                      <Command.Item key={entry.id} value={entry.id} onSelect={() => run(entry)} className={itemClass}>
                        {entry.icon && <span className="shrink-0 text-faint">{entry.icon}</span>}
                        <span className="min-w-0 flex-1 truncate">{entry.title}</span>
                        {entry.detail && (
                          <span className="max-w-[45%] shrink-0 truncate text-small text-faint">{entry.detail}</span>
                        )}
                      </Command.Item>
                    ))}
                  </Command.Group>
                ))}
            </Command.List>
            <p className="hidden items-center gap-3 border-rule border-t px-4 py-2 text-micro text-faint sm:flex">
              <span className="flex items-center gap-1">
                <Kbd>↑</Kbd>
                <Kbd>↓</Kbd> to choose
              </span>
              <span className="flex items-center gap-1">
                <Kbd>↵</Kbd> to open
              </span>
              <span className="flex items-center gap-1">
                <Kbd>Esc</Kbd> to close
              </span>
            </p>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
