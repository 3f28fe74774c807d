import { sentenceOf } from '@kept/client/errors.ts'
import type { HitKind } from '@kept/domain/search.ts'
import { CommandPalette, type PaletteEntry, type PaletteGroup } from '@kept/ui/controls/CommandPalette.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Activity,
  Bell,
  BellRing,
  Boxes,
  Cloud,
  CornerDownRight,
  FileText,
  Landmark,
  Layers,
  type LucideIcon,
  MapPin,
  Moon,
  RefreshCwOff,
  Tag,
  Target,
  TriangleAlert,
  UserRound,
  Users,
} from 'lucide-react'
import { api } from '../api/client.ts'
import { screens } from '../screens.ts'
import { paletteActions } from './palette-actions.ts'
import { beginsWords, groupHits, sayCount, stillFitting, whyFound } from './palette-groups.ts'
import { addRecent, type RecentItem, recentOf } from './recent.ts'
import { useMe } from './useMe.ts'
import { useSettled } from './useSettled.ts'

interface PaletteProps {
  open: boolean
  onOpenChange(open: boolean): void
  text: string
  onText(text: string): void
  placeholder: string
}

const icons: Record<HitKind | 'page', LucideIcon> = {
  page: CornerDownRight,
  finding: TriangleAlert,
  service: Layers,
  resource: Boxes,
  account: Landmark,
  provider: Cloud,
  region: MapPin,
  tag: Tag,
  budget: Target,
  anomaly: Activity,
  loop: RefreshCwOff,
  environment: Moon,
  team: Users,
  alert_rule: BellRing,
  channel: Bell,
  report: FileText,
  person: UserRound,
}

/** Pages and acts at once, from here; everything else from the server's search as it comes. Loaded when first opened. */
export default function Palette({ open, onOpenChange, text, onText, placeholder }: PaletteProps) {
  const navigate = useNavigate()
  const me = useMe().data
  const wanted = text.trim()
  const settled = useSettled(wanted, 120)
  // The answer is known by its question: one that comes late is never shown for another.
  const hits = useQuery({
    ...api.search.find.queryOptions({ input: { q: settled, limit: 30 } }),
    enabled: settled !== '',
    placeholderData: settled === '' ? undefined : keepPreviousData,
    // Said here, beside what still works.
    meta: { quiet: true },
  })
  const whose = me ? `${me.user.id} ${me.organization.id}` : ''
  const go = (href: string) => void navigate({ href })
  const entryOf = (item: RecentItem, id: string, detail = item.detail): PaletteEntry => {
    const Icon = icons[item.kind]
    return {
      id,
      title: item.title,
      detail,
      icon: <Icon size={15} />,
      run: () => {
        addRecent(whose, item)
        go(item.href)
      },
    }
  }
  const may = ({ needs }: { needs?: (typeof screens)[number]['needs'] }) => !needs || me?.permissions.includes(needs)
  const pages = screens
    .filter((screen) => screen.door !== 'open' && may(screen))
    .filter((screen) => beginsWords(`${screen.title} ${screen.menu?.label ?? ''} ${screen.also ?? ''}`, wanted))
    .map(({ path, title }) => entryOf({ kind: 'page', title, detail: path, href: path }, `page ${path}`))
  const acts = paletteActions
    .filter((action) => may(action) && beginsWords(`${action.title} ${action.also}`, wanted))
    .map(({ title, icon: Icon, run }) => ({ id: `act ${title}`, title, icon: <Icon size={15} />, run: () => run(go) }))
  const asked = settled === wanted && !hits.isPlaceholderData
  const known = wanted === '' || hits.isError ? [] : (hits.data?.data ?? [])
  const found = groupHits(asked ? known : stillFitting(known, wanted))
  const recent = wanted === '' ? recentOf(whose).map((item) => entryOf(item, `recent ${item.href}`)) : []
  const doing: PaletteGroup = { heading: 'Do', entries: acts }
  // Whoever types the name of an act means it, and not a page that merely has to do with it.
  const named = ({ title }: PaletteEntry) => beginsWords(title, wanted)
  const actsFirst = wanted !== '' && acts.some(named) && !pages.some(named)
  const searching = wanted !== '' && (settled !== wanted || hits.isFetching)
  const groups: PaletteGroup[] = [
    { heading: 'Recent', entries: recent },
    ...(actsFirst ? [doing] : []),
    { heading: 'Pages', entries: pages },
    ...found.map(({ kind, heading, hits: of }) => ({
      heading,
      entries: of.map(({ matched, ...hit }, index) =>
        entryOf(hit, `${kind} ${index} ${hit.href}`, whyFound({ matched, ...hit })),
      ),
    })),
    ...(actsFirst ? [] : [doing]),
  ]
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      placeholder={placeholder}
      text={text}
      onText={onText}
      loading={searching}
      said={sayCount(wanted, count, searching)}
      trouble={
        hits.isError && !searching
          ? `What the server knows could not be searched: ${sentenceOf(hits.error)} Pages can still be opened.`
          : undefined
      }
      empty={
        <>
          Nothing matches “{wanted}”.
          <br />
          Try part of a name or an id, a tag as “team: payments”, a service, or an account.
        </>
      }
      groups={groups}
    />
  )
}
