/**
 * Verified savings by class of what would have happened without the action: bias, coverage and over-billing. Moves to
 * other names are in "Replaced capacity"; here no other resource takes over.
 */
import type { Baseline } from '@kept/domain/saving.ts'
import { findMovedWork } from '@kept/engine/savings/substitution/find-moved-work.ts'
import { findShapeChange } from '@kept/engine/savings/substitution/find-shape.ts'
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import {
  type ClassMachine,
  type CounterfactualClass,
  classMachine,
  classMonth,
  counterfactualClasses,
} from '@kept/scenarios/savings/counterfactual-classes.ts'
import type { Benchmark } from './benchmark.ts'
import { actionsOn, baselineOf, setupOf } from './fleet-month.ts'
import { calculateMonth } from './savings.ts'

const perClass = Number(process.env.BENCH_WORLDS ?? 40)

interface Figures {
  truth: number
  face: number
  billed: number
  unsure: number
}

export const savingsClassesBenchmark: Benchmark = {
  name: 'savings-classes',
  title: 'Verified savings by class of what would have happened anyway',
  async run({ print }) {
    const classes = counterfactualClasses.map((savingsClass) => {
      print(savingsClass.name)
      return {
        savingsClass,
        figures: Array.from({ length: perClass }, (_, index) => evaluate(classMachine(savingsClass, index))),
      }
    })
    return {
      description: `${perClass} machines of each class over September and the 28 days before, one action each; made by packages/scenarios/src/savings/counterfactual-classes.ts. Shares are of the true saving of the class. "Bias" is that of the best estimate; "coverage": machines whose truth lies within the estimate and twice its 68% uncertainty; "billed": the fee base less the truth; "over": machines billed more than 2% above their truth.`,
      head: ['class', 'the bill tells by', 'bias', 'coverage', 'billed', 'over'],
      rows: classes.map(({ savingsClass, figures }) => row(savingsClass, figures)),
      notes: [
        'To reach: the fee base of no class that the bill can tell is more than 2% above the truth.',
        'The classes that nothing in the bill tells are in the guide.',
        'Before the bounds of falling weeks, of units that come at once and of work that moves into the hours left on, "shrinking 20% a month, terminated" was billed 10.2% too much, "rightsized, half more units at once" 200.0% and "on a schedule, 40% more in the hours that stay on" 28.8%.',
      ],
    }
  },
}

function row({ name, shownBy }: CounterfactualClass, figures: readonly Figures[]): string[] {
  const sum = (savingsClass: (figure: Figures) => number) =>
    figures.reduce((total, figure) => total + savingsClass(figure), 0)
  const truth = sum((figure) => figure.truth)
  const covered = figures.filter(({ truth: real, face, unsure }) => Math.abs(face - real) <= 2 * unsure + 0.01).length
  const over = figures.filter(({ truth: real, billed }) => billed > 1.02 * real + 0.01).length
  return [
    name,
    shownBy || 'nothing',
    percent((sum(({ face }) => face) - truth) / truth),
    percent(covered / figures.length),
    percent((sum(({ billed }) => billed) - truth) / truth),
    `${over} of ${figures.length}`,
  ]
}

function evaluate(machine: ClassMachine): Figures {
  const baselines = new Map<string, Baseline>()
  const actions = actionsOn(machine, baselineOf(machine), baselines)
  const { from, to } = hoursOfMonth(classMonth)
  const shapes = actions.flatMap((action) =>
    action.kind === 'commitment'
      ? []
      : (findShapeChange(action, machine.lines) ?? findMovedWork(action, machine.lines, to) ?? []),
  )
  const { parts } = calculateMonth(
    { ...setupOf(classMonth, actions, baselines), substitution: { matches: [], shapes } },
    machine.lines.filter(({ hour }) => hour >= from),
  )
  const sum = (pick: (part: (typeof parts)[number]) => bigint) =>
    Number(parts.reduce((total, part) => total + pick(part), 0n)) / 1e9
  return {
    truth: machine.truth,
    face: sum(({ face }) => face),
    billed: Math.max(
      0,
      sum(({ amount }) => amount),
    ),
    unsure: sum(({ unsure }) => unsure),
  }
}

function percent(share: number): string {
  return `${share < 0 ? '−' : ''}${Math.abs(100 * share).toFixed(1)}%`
}
