import type { ReportDescription } from '@kept/contract/routes/reports.ts'
import { dimensionNames } from '@kept/domain/cube.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { useCatalog } from '../../spend/useCatalog.ts'

interface ParametersProps {
  report: ReportDescription
  initialValues: Record<string, string>
  onRun(values: Record<string, string>): void
}

/** The parameters of a report besides its dates. */
export function Parameters({ report, initialValues, onRun }: ParametersProps) {
  const [values, setValues] = useState(initialValues)
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
  parameter: ReportDescription['parameters'][number]
  value: string
  onChange(value: string): void
}

/** A text field that suggests values from the bills when the parameter is a dimension. */
function Parameter({ parameter: { name, label, required }, value, onChange }: ParameterProps) {
  const list = useId()
  const suggestions = useSuggestions(name)
  return (
    <div className="w-56">
      <Input
        label={required ? `${label} (required)` : label}
        list={list}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {suggestions.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </datalist>
    </div>
  )
}

function useSuggestions(name: string): { value: string; name: string }[] {
  const tagKeys = useCatalog().data?.tag_keys ?? []
  const dimension = dimensionNames.find((dimensionName) => dimensionName === name)
  const values = useQuery({
    ...api.costs.values.queryOptions({ input: { name: dimension ?? 'provider', limit: 50 } }),
    enabled: dimension !== undefined,
  })
  if (name === 'tag') return tagKeys.map(({ key }) => ({ value: key, name: key }))
  return values.data?.data.filter((entry) => entry.value !== '') ?? []
}
