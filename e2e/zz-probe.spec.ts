import { expect, test } from '@playwright/test'
import { testDatabase } from '../tests/database.ts'
test('probe', async ({ page }) => {
  const db = await testDatabase()
  await page.setContent('<h1>通商</h1>')
  await expect(page.locator('h1')).toHaveText('通商')
  await db.drop()
})
