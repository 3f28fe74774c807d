import type { ReportWords } from '@kept/contract/routes/reports.ts'
import { dimensionNames } from '@kept/domain/cube.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { useCatalogue } from '../../spend/useCatalogue.ts'

interface ParametersProps {
  report: ReportWords
  given: Record<string, string>
  onRun(values: Record<string, string>): void
}

/** What a report wants to know besides its days. */
export function Parameters({ report, given, onRun }: ParametersProps) {
  const [values, setValues] = useState(given)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onRun(values)
  }
  return (
    <form onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-2">
      {report.parameters.map((parameter) => (
        <Parameter
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          onChange={(value) => setValues({ ...values, [parameter.name]: value })}
        />
      ))}
      <Button tone="primary" type="submit">
        Run
      </Button>
    </form>
  )
}

interface ParameterProps {
  parameter: ReportWords['parameters'][number]
  value: string
  onChange(value: string): void
}

/** A box to type in, offering what the bills hold where the parameter is one of their dimensions. */
function Parameter({ parameter: { name, label, required }, value, onChange }: ParameterProps) {
  const list = useId()
  const offered = useOffered(name)
  return (
    <div className="w-56">
      <Input
        label={required ? `${label} (needed)` : label}
        list={list}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {offered.map((one) => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </datalist>
    </div>
  )
}

function useOffered(name: string): { value: string; name: string }[] {
  const tagKeys = useCatalogue().data?.tag_keys ?? []
  const dimension = dimensionNames.find((one) => one === name)
  const values = useQuery({
    ...api.costs.values.queryOptions({ input: { name: dimension ?? 'provider', limit: 50 } }),
    enabled: dimension !== undefined,
  })
  if (name === 'tag') return tagKeys.map(({ key }) => ({ value: key, name: key }))
  return values.data?.data.filter((one) => one.value !== '') ?? []
}
