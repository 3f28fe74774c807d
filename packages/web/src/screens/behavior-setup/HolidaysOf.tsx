import { Select } from '@kept/ui/controls/Select.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

interface Place {
  country: string
  region: string
}

/** A select needs a word for nothing. */
const none = 'none'

/** The country, and the region of it, whose public holidays count. */
export function HolidaysOf({ country, region, onChange }: Place & { onChange(place: Place): void }) {
  const query = useQuery({
    ...api.developerBehavior.countries.queryOptions({ input: {} }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const countries = query.data?.data ?? []
  const known = countries.find(({ code }) => code === country)
  const list = (all: readonly { code: string; name: string }[], words: string, own: string) => [
    { value: none, label: words },
    ...all.map(({ code, name }) => ({ value: code, label: name })),
    // What was set elsewhere stays choosable, also while the list is on its way.
    ...(own === '' || all.some(({ code }) => code === own) ? [] : [{ value: own, label: own }]),
  ]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Public holidays of"
        value={country || none}
        options={list(countries, 'No country', country)}
        error={query.isError ? 'The countries could not be loaded; close and open this form to try again.' : undefined}
        onChange={(code) => onChange({ country: code === none ? '' : code, region: '' })}
      />
      <Select
        label="Region"
        value={region || none}
        disabled={!known || known.regions.length === 0}
        options={list(known?.regions ?? [], 'The whole country', region)}
        onChange={(code) => onChange({ country, region: code === none ? '' : code })}
      />
    </div>
  )
}
