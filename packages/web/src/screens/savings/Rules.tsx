import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { UploadFirst } from '../../uploads/UploadFirst.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { CoverageFilter } from './CoverageFilter.tsx'
import { RuleOutcomes } from './RuleOutcomes.tsx'
import { coverageOf, coverages } from './rule-coverage.ts'

/** Every rule with its coverage: what it checked and found, and which data it lacks. */
export function Rules() {
  const [search, setSearch] = useSearchState()
  const query = useQuery(api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } }))
  const coverage = coverages.find((name) => name === search.coverage)
  return (
    <Loaded query={query} failed="The rules could not be loaded." loading={<SkeletonRows rows={8} />}>
      {({ meta: { outcomes, rules, evaluated_at: evaluatedAt } }) =>
        evaluatedAt === null ? (
          <UploadFirst
            title={`${rules.length} rules wait for the first bill`}
            description="Upload a bill to see what each rule checks and finds."
          />
        ) : (
          <>
            <CoverageFilter
              outcomes={outcomes}
              value={coverage}
              onChange={(next) => setSearch({ coverage: next ?? '' })}
            />
            <RuleOutcomes
              outcomes={coverage ? outcomes.filter((outcome) => coverageOf(outcome) === coverage) : outcomes}
              rules={rules}
              onRule={(rule) => setSearch({ tab: '', coverage: '', rule })}
            />
            <p className="mt-2 text-small text-faint">Evaluated {formatMoment(evaluatedAt)} from all imported bills.</p>
          </>
        )
      }
    </Loaded>
  )
}
