/** What a test run left behind as JSON (the shape of Jest's report, which Vitest writes): how many, and which failed. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

interface TestReport {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[]
  }[]
}

export interface Counts {
  passed: number
  failed: number
}

const linesShown = 12

/** Undefined when the run ended before it wrote one. */
export function readReport(file: string): TestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport
  } catch {
    return undefined
  }
}

/** A file that could not be loaded counts as one failure. */
export function countsOf({ testResults }: TestReport): Counts {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: all.filter(({ status }) => status === 'passed').length,
    failed: all.filter(({ status }) => status === 'failed').length + testResults.filter(failedToLoad).length,
  }
}

/** File, test and the first lines of what went wrong, one text each. */
export function failuresOf({ testResults }: TestReport, from: string): string[] {
  return testResults.flatMap((file) => {
    const name = relative(from, file.name)
    if (failedToLoad(file)) return [`${name}\n${indented(file.message ?? '')}`]
    return file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${indented((failureMessages ?? []).join('\n'))}`)
  })
}

const failedToLoad = ({ status, assertionResults }: TestReport['testResults'][number]): boolean =>
  status === 'failed' && assertionResults.every((assertion) => assertion.status !== 'failed')

const indented = (text: string): string =>
  text
    .split('\n')
    .slice(0, linesShown)
    .map((line) => `    ${line}`)
    .join('\n')
