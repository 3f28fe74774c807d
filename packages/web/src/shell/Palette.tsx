import { sentenceOf } from '@kept/client/errors.ts'
import type { HitKind } from '@kept/domain/search.ts'
import { CommandPalette, type PaletteEntry, type PaletteGroup } from '@kept/ui/controls/CommandPalette.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Activity,
  Bell,
  BellRing,
  Bookmark,
  Boxes,
  ChartColumn,
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
import { readQuestion } from '../question/read-question.ts'
import { screens } from '../screens.ts'
import { paletteActions } from './palette-actions.ts'
import { formatGroupCount, groupHits, matchReason, startsWord, stillFitting } from './palette-groups.ts'
import { addRecent, type RecentItem, recentOf } from './recent.ts'
import { useDebounced } from './useDebounced.ts'
import { useMe } from './useMe.ts'

interface PaletteProps {
  open: boolean
  onOpenChange(open: boolean): void
  text: string
  onText(text: string): void
  placeholder: string
}

const icons: Record<HitKind | 'page', LucideIcon> = {
  page: CornerDownRight,
  recommendation: TriangleAlert,
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
  const searchText = text.trim()
  const debouncedText = useDebounced(searchText, 120)
  // The answer is known by its question: one that comes late is never shown for another.
  const hits = useQuery({
    ...api.search.find.queryOptions({ input: { q: debouncedText, limit: 30 } }),
    enabled: debouncedText !== '',
    placeholderData: debouncedText === '' ? undefined : keepPreviousData,
    // Said here, beside what still works.
    meta: { quiet: true },
  })
  const views = useQuery(api.costs.views.queryOptions({ input: {} })).data?.data ?? []
  const whose = me ? `${me.user.id} ${me.organization.id}` : ''
  const navigateTo = (href: string) => void navigate({ href })
  const entryOf = (item: RecentItem, id: string, detail = item.detail): PaletteEntry => {
    const Icon = icons[item.kind]
    return {
      id,
      title: item.title,
      detail,
      icon: <Icon size={15} />,
      run: () => {
        addRecent(whose, item)
        navigateTo(item.href)
      },
    }
  }
  const may = ({ needs }: { needs?: (typeof screens)[number]['needs'] }) => !needs || me?.permissions.includes(needs)
  const pages = screens
    .filter((screen) => screen.access !== 'open' && may(screen))
    .filter((screen) => startsWord(`${screen.title} ${screen.menu?.label ?? ''} ${screen.keywords ?? ''}`, searchText))
    .map(({ path, title }) => entryOf({ kind: 'page', title, detail: path, href: path }, `page ${path}`))
  const acts = paletteActions
    .filter((action) => may(action) && startsWord(`${action.title} ${action.keywords}`, searchText))
    .map(({ title, icon: Icon, run }) => ({
      id: `act ${title}`,
      title,
      icon: <Icon size={15} />,
      run: () => run(navigateTo),
    }))
  const savedViews = views
    .filter(({ name, folder }) => searchText !== '' && startsWord(`${name} ${folder} view`, searchText))
    .map(({ id, name, folder, search }) => ({
      id: `view ${id}`,
      title: name,
      detail: folder,
      icon: <Bookmark size={15} />,
      run: () => navigateTo(`/costs${search || '?view=totals'}`),
    }))
  const question = readQuestion(searchText, localDay(new Date()))
  const questions = question
    ? [{ id: 'question', title: question.title, icon: <ChartColumn size={15} />, run: () => navigateTo(question.href) }]
    : []
  const isCurrent = debouncedText === searchText && !hits.isPlaceholderData
  const availableHits = searchText === '' || hits.isError ? [] : (hits.data?.data ?? [])
  const hitGroups = groupHits(isCurrent ? availableHits : stillFitting(availableHits, searchText))
  const recent = searchText === '' ? recentOf(whose).map((item) => entryOf(item, `recent ${item.href}`)) : []
  const doing: PaletteGroup = { heading: 'Actions', entries: acts }
  // Typing the name of an action means that action, not a page that is only related to it.
  const startsWithText = ({ title }: PaletteEntry) => startsWord(title, searchText)
  const actsFirst = searchText !== '' && acts.some(startsWithText) && !pages.some(startsWithText)
  const searching = searchText !== '' && (debouncedText !== searchText || hits.isFetching)
  const groups: PaletteGroup[] = [
    { heading: 'Recent', entries: recent },
    { heading: 'Cost Explorer', entries: questions },
    ...(actsFirst ? [doing] : []),
    { heading: 'Pages', entries: pages },
    { heading: 'Saved views', entries: savedViews },
    ...hitGroups.map(({ kind, heading, hits: matches }) => ({
      heading,
      entries: matches.map(({ matched, ...hit }, index) =>
        entryOf(hit, `${kind} ${index} ${hit.href}`, matchReason({ matched, ...hit })),
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
      announcement={formatGroupCount(searchText, count, searching)}
      error={
        hits.isError && !searching ? `Search failed: ${sentenceOf(hits.error)} You can still open pages.` : undefined
      }
      empty={
        <>
          No results for “{searchText}”.
          <br />
          Try part of a name or ID, a tag such as “team: payments”, a service, or an account.
        </>
      }
      groups={groups}
    />
  )
}

/** The reader's day, "2026-11-26". */
function localDay(now: Date): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}
