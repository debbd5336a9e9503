import Mocha, { type MochaOptions, type Runner, type Test } from 'mocha'
import { errorMessage } from '../../server/core/errors.ts'

/**
 * Mocha's spec report, followed by each test that needed a second attempt and the reason why the first
 * failed. On a machine shared with others, tests that depend on time fail now and then, and the report must
 * not hide this.
 */
export class SecondTries extends Mocha.reporters.Spec {
  constructor(runner: Runner, options?: MochaOptions) {
    super(runner, options)
    const tries: string[] = []
    runner.on('retry', (test: Test, error: unknown) => {
      const [first = ''] = errorMessage(error).split('\n')
      tries.push(`${test.fullTitle()}: ${first}`)
    })
    runner.once('end', () => {
      if (tries.length > 0)
        console.log(`  needed a second try:\n${tries.map((one) => `    ${one}\n`).join('')}`)
    })
  }
}
