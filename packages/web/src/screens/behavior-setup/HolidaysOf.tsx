import { Select } from '@kept/ui/controls/Select.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

interface HolidayRegion {
  country: string
  region: string
}

/** A select needs a value for "none". */
const noneValue = 'none'

/** The country, and the region of it, whose public holidays count. */
export function HolidaysOf({
  country,
  region,
  onChange,
}: HolidayRegion & { onChange(holidayRegion: HolidayRegion): void }) {
  const query = useQuery({
    ...api.developerBehavior.countries.queryOptions({ input: {} }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const countries = query.data?.data ?? []
  const selectedCountry = countries.find(({ code }) => code === country)
  const list = (all: readonly { code: string; name: string }[], emptyLabel: string, currentCode: string) => [
    { value: noneValue, label: emptyLabel },
    ...all.map(({ code, name }) => ({ value: code, label: name })),
    // A country set elsewhere stays selectable while the list loads.
    ...(currentCode === '' || all.some(({ code }) => code === currentCode)
      ? []
      : [{ value: currentCode, label: currentCode }]),
  ]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Public holidays"
        value={country || noneValue}
        options={list(countries, 'No country', country)}
        error={query.isError ? 'Countries could not be loaded. Close and reopen this form to try again.' : undefined}
        onChange={(code) => onChange({ country: code === noneValue ? '' : code, region: '' })}
      />
      <Select
        label="Region"
        value={region || noneValue}
        disabled={!selectedCountry || selectedCountry.regions.length === 0}
        options={list(selectedCountry?.regions ?? [], 'Entire country', region)}
        onChange={(code) => onChange({ country, region: code === noneValue ? '' : code })}
      />
    </div>
  )
}
