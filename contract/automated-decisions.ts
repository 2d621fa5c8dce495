/** Register of the decisions that programs make, or substantially prepare, about people (APP 1.7 to 1.9). */
import { callDecisions } from './decisions/call-decisions.ts'
import { complianceDecisions } from './decisions/compliance-decisions.ts'
import { type AutomatedDecision, type DecisionKind, decisionKinds } from './decisions/decision-kinds.ts'
import { publicDecisions } from './decisions/public-decisions.ts'
import { recordDecisions } from './decisions/record-decisions.ts'
import { standingDecisions } from './decisions/standing-decisions.ts'

export const automatedDecisions: Readonly<Record<DecisionKind, AutomatedDecision>> = {
  ...callDecisions,
  ...complianceDecisions,
  ...standingDecisions,
  ...recordDecisions,
  ...publicDecisions,
}

/** Those that could reasonably be expected to significantly affect a person: the ones that a privacy policy names. */
export const significantKinds: readonly DecisionKind[] = decisionKinds.filter(
  (kind) => automatedDecisions[kind].significant,
)

/** Key of the requirement in docs/requirements.md that the tests of a kind cover. */
export const requirementOf = (kind: DecisionKind): string => `decision-${kind.replaceAll('_', '-')}`
