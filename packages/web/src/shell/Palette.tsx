import { CommandPalette, type PaletteEntry } from '@kept/ui/controls/CommandPalette.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Boxes, CornerDownRight, Landmark, Layers, type LucideIcon, Tag, TriangleAlert } from 'lucide-react'
import { api } from '../api/client.ts'
import { screens } from '../screens.ts'
import { useMe } from './useMe.ts'
import { useSettled } from './useSettled.ts'

interface PaletteProps {
  open: boolean
  onOpenChange(open: boolean): void
  text: string
  onText(text: string): void
  placeholder: string
}

type HitKind = 'resource' | 'service' | 'account' | 'finding' | 'tag'

const kinds: Record<HitKind, { heading: string; icon: LucideIcon }> = {
  finding: { heading: 'Recommendations', icon: TriangleAlert },
  service: { heading: 'Services', icon: Layers },
  resource: { heading: 'Resources', icon: Boxes },
  account: { heading: 'Accounts', icon: Landmark },
  tag: { heading: 'Tags', icon: Tag },
}

/** Pages from the list of screens, everything else from the server's search. Loaded when first opened. */
export default function Palette({ open, onOpenChange, text, onText, placeholder }: PaletteProps) {
  const navigate = useNavigate()
  const settled = useSettled(text.trim(), 150)
  const hits = useQuery({
    ...api.search.find.queryOptions({ input: { q: settled, limit: 20 } }),
    enabled: settled !== '',
    placeholderData: settled === '' ? undefined : keepPreviousData,
  })
  const found = settled === '' ? [] : (hits.data?.data ?? [])
  const go = (href: string) => void navigate({ href })
  const permissions = useMe().data?.permissions
  const pages: PaletteEntry[] = screens
    .filter((screen) => screen.door !== 'open' && (!screen.needs || permissions?.includes(screen.needs)))
    .filter((screen) => matches(`${screen.title} ${screen.menu?.label ?? ''} ${screen.also ?? ''}`, text))
    .map((screen) => ({
      id: `page ${screen.path}`,
      title: screen.title,
      detail: screen.path,
      icon: <CornerDownRight size={15} />,
      run: () => go(screen.path),
    }))
  const searching = text.trim() !== '' && (settled !== text.trim() || hits.isFetching)
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      placeholder={placeholder}
      text={text}
      onText={onText}
      loading={searching}
      empty={hits.isError ? 'The search could not be asked; pages can still be opened.' : `Nothing matches “${text}”.`}
      groups={[
        { heading: 'Pages', entries: pages },
        ...Object.entries(kinds).map(([kind, { heading, icon: Icon }]) => ({
          heading,
          entries: found
            .filter((hit) => hit.kind === kind)
            .map((hit, index) => ({
              id: `${kind} ${index} ${hit.href}`,
              title: hit.title,
              detail: hit.detail,
              icon: <Icon size={15} />,
              run: () => go(hit.href),
            })),
        })),
      ]}
    />
  )
}

/** Every word typed begins a word of the page's name. */
function matches(name: string, text: string): boolean {
  const words = name.toLowerCase().split(/\s+/)
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((typed) => words.some((word) => word.startsWith(typed)))
}
