import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { type Task, tasksOf } from './tasks.ts'

/** The three things that are worth most to do now, each with one button. */
export function DoNow({ currency, className }: { currency: string; className?: string }) {
  const loops = useQuery(api.loops.list.queryOptions({ input: { show: 'active', sort: 'cost', limit: 20 } }))
  const budgets = useQuery(api.budgets.list.queryOptions({ input: {} }))
  const recommendations = useQuery(api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } }))
  const isLoading = loops.isPending || budgets.isPending || recommendations.isPending
  const tasks = tasksOf({
    currency,
    loops: loops.data?.data ?? [],
    budgets: budgets.data?.data ?? [],
    recommendations: recommendations.data?.data ?? [],
  })
  return (
    <Section
      title="Do now"
      className={className ?? 'mt-5'}
      actions={tasks.length > 0 && <TextLink to="/savings">All savings</TextLink>}
    >
      {isLoading && <SkeletonRows rows={6} />}
      {!isLoading && tasks.length === 0 && <p className="py-3 text-body text-soft">Nothing needs you right now.</p>}
      {!isLoading && (
        <ol>
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function TaskRow({ task: { title, figure, urgent, description, action, to, search, more } }: { task: Task }) {
  return (
    <li className="border-rule py-3 not-first:border-t first:pt-0">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-semibold" title={title}>
          {title}
        </span>
        <span className={`figure shrink-0 font-semibold ${urgent ? 'text-leak' : ''}`}>{figure}</span>
      </p>
      <p className="mt-0.5 line-clamp-2 text-pretty text-small text-soft" title={description}>
        {description}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link to={to} search={search} className={buttonClass(urgent ? 'danger' : 'plain', 'small')}>
          {action}
          <span className="sr-only">: {title}</span>
        </Link>
        {more && (
          <TextLink to={more.to} search={more.search} quiet className="text-small text-soft">
            {more.label}
            <span className="sr-only">: {title}</span>
          </TextLink>
        )}
      </p>
    </li>
  )
}
