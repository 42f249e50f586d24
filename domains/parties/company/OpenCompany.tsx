import { Alert, Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { Shape } from '#kit/shared/field.ts'
import { asRecord, recordOf } from '#kit/shared/record.ts'
import { formatTime } from '#kit/shared/time.ts'
import { confirm } from '#kit/web/confirm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormBody, type FormGroup, type InputSettings } from '#kit/web/form/FormBody.tsx'
import { type Draft, dropDraft, keptDraft, useKeptDraft } from '#kit/web/form/keptDraft.ts'
import { isKeepable } from '#kit/web/form/places.ts'
import { SaveBar } from '#kit/web/form/SaveBar.tsx'
import { type FormRules, type FormState, useForm } from '#kit/web/form/useForm.ts'
import { startValues } from '#kit/web/form/values.ts'
import { JumpList } from '#kit/web/JumpList.tsx'
import { newKey } from '#kit/web/newKey.ts'
import { CallError, CONFIRM } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { useTab } from '#kit/web/tab.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { FamiliesInput } from '../partner/FamiliesInput.tsx'
import { hidesNumber } from '../partner/partnerGroups.ts'
import { INVOICE_TO, PAYER, SHIP_TO } from '../partner/partnerScreens.ts'
import { SHOUDA_GROUPS } from '../partner/shoudaGroups.ts'
import { askSimilar } from './askSimilar.ts'
import './company.css'
import { companyCalls, companyDocument } from './company.document.ts'
import { pageOf } from './companyActs.tsx'
import { openCalls, openLicences, openShapes } from './companyOpen.calls.ts'
import { followed, OPEN_PARTS, type OpenPart } from './companyOpen.rules.ts'
import { COMPANY_INPUTS, COMPANY_SECTIONS, hiddenInForm } from './companySections.ts'
import { ORG_USER_GROUPS } from './orgUserForm.tsx'

type PartName = 'company' | OpenPart | 'licences'

interface Part {
  name: PartName
  title: string
  shape: Shape
  groups: readonly FormGroup[]
  inputs?: InputSettings
  rules?: FormRules
}

const LICENCE_SHAPE = { licences: openLicences }
const NUMBERS: FormRules = { hidden: hidesNumber }
const LICENCES = {
  title: '证照',
  note: '可以不填；填写后随单位建立资质档案，审核成功后成为该单位的有效证照，须同时上传营业执照。',
  fields: ['licences'],
}

const PARTS: readonly Part[] = [
  {
    ...{ name: 'company', title: '单位', shape: openShapes.company, groups: COMPANY_SECTIONS },
    inputs: COMPANY_INPUTS,
    rules: { hidden: hiddenInForm },
  },
  {
    ...{ name: 'shouda', title: '售达方', shape: openShapes.shouda, groups: SHOUDA_GROUPS, rules: NUMBERS },
    inputs: { productFamilies: { Input: FamiliesInput } },
  },
  { name: 'payer', title: '付款方', shape: openShapes.payer, groups: PAYER.groups, rules: NUMBERS },
  { name: 'shipTo', title: '送达方', shape: openShapes.shipTo, groups: SHIP_TO.groups, rules: NUMBERS },
  {
    ...{ name: 'invoiceTo', title: '开票方', shape: openShapes.invoiceTo, groups: INVOICE_TO.groups },
    rules: { ...NUMBERS, ...(INVOICE_TO.check ? { check: INVOICE_TO.check } : {}) },
  },
  { name: 'licences', title: '证照', shape: LICENCE_SHAPE, groups: [LICENCES] },
  { name: 'user', title: '主账号', shape: openShapes.user, groups: ORG_USER_GROUPS },
]

type Starts = Readonly<Record<PartName, WireRow>>
type Forms = Readonly<Record<PartName, FormState>>

const HINT =
  '单位资料会带入其他部分，可再修改；全部内容一起保存，任一处有误则都不保存。未保存的内容留在本机浏览器（电话、账号等保密内容除外）。'
const DRAFT = 'openCompany'

/** What a form begins with: nothing but the initial values, and over them what was kept. */
function startsOf(kept: WireRow | null): Starts {
  return recordOf(
    PARTS.map((part) => part.name),
    (name) => ({
      ...startValues(PARTS.find((part) => part.name === name)?.shape ?? {}),
      ...asRecord(kept?.[name]),
    }),
  )
}

/** What of all parts may stay in the browser. Screens §4. */
const keepableOf = (values: Starts): WireRow =>
  Object.fromEntries(
    PARTS.map(({ name, shape, inputs }) => {
      const kept = Object.entries(shape).filter(([field, one]) => isKeepable(field, one, inputs))
      return [name, Object.fromEntries(kept.map(([field]) => [field, values[name][field]]))]
    }),
  )

/** 一页开户: a company with its partners, licences and main account on one page. Catalog §10. */
export default function OpenCompany() {
  const [round, setRound] = useState(0)
  const [kept, setKept] = useState(() => keptDraft(DRAFT))
  const discard = async () => {
    if (!(await confirm('丢弃后已填写的内容不能恢复，确定丢弃吗？'))) return
    dropDraft(DRAFT)
    setKept(null)
    setRound((now) => now + 1)
  }
  return <Opening key={round} kept={kept} onDiscard={() => void discard()} />
}

/** The forms of all parts; each knows its own fields only. */
function useForms(starts: Starts): Forms {
  const rulesOf = (name: PartName): FormRules => PARTS.find((part) => part.name === name)?.rules ?? {}
  const forms = {
    company: useForm(openShapes.company, starts.company, rulesOf('company')),
    shouda: useForm(openShapes.shouda, starts.shouda, rulesOf('shouda')),
    payer: useForm(openShapes.payer, starts.payer, rulesOf('payer')),
    shipTo: useForm(openShapes.shipTo, starts.shipTo, rulesOf('shipTo')),
    invoiceTo: useForm(openShapes.invoiceTo, starts.invoiceTo, rulesOf('invoiceTo')),
    licences: useForm(LICENCE_SHAPE, starts.licences, rulesOf('licences')),
    user: useForm(openShapes.user, starts.user, rulesOf('user')),
  }
  const { company } = forms
  return {
    ...forms,
    company: {
      ...company,
      set(name, next) {
        const parts = recordOf(OPEN_PARTS, (part) => forms[part].values)
        for (const one of followed(name, { before: company.values[name], next }, parts))
          forms[one.part].set(one.field, one.value)
        company.set(name, next)
      },
    },
  }
}
function Opening({ kept, onDiscard }: { kept: Draft | null; onDiscard(): void }) {
  const [starts] = useState(() => startsOf(kept?.values ?? null))
  const forms = useForms(starts)
  const tab = useTab()
  const key = useRef('')
  const [saving, setSaving] = useState(false)
  const dirty = Object.values(forms).some((form) => form.dirty)
  const { company, shouda, payer, shipTo, invoiceTo, licences, user } = recordOf(
    PARTS.map(({ name }) => name),
    (name) => forms[name].values,
  )
  const typed = useMemo(() => {
    const values = { company, shouda, payer, shipTo, invoiceTo, licences, user }
    return dirty ? () => ({ values: keepableOf(values), base: {} }) : null
  }, [dirty, company, shouda, payer, shipTo, invoiceTo, licences, user])
  const drop = useKeptDraft(DRAFT, typed)

  const save = async (submit: 0 | 1) => {
    // All parts say at once what is wrong with them.
    if (saving || PARTS.map(({ name }) => forms[name].check()).includes(false)) return
    setSaving(true)
    key.current ||= newKey()
    try {
      if (!(await askSimilar(null, forms.company.values))) return
      const parts = Object.fromEntries(
        [...OPEN_PARTS, 'company' as const].map((name) => [name, forms[name].input(false)]),
      )
      const input = { ...parts, ...forms.licences.input(false), submit }
      const { id } = await change(openCalls.open, input, {
        quiet: true,
        idempotencyKey: key.current,
        touches: ['/admin/customer', '/admin/org/user'],
      })
      drop()
      toastSuccess(submit === 1 ? '开户成功，已提交审核' : '开户成功，已保存为草稿')
      tab.close(pageOf(id))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code !== 0) key.current = ''
      if (error.reason !== CONFIRM) place(error)
    } finally {
      setSaving(false)
    }
  }
  const place = (error: CallError) => {
    const at = Map.groupBy(error.fields, ({ field }) => field.split('.')[0] ?? '')
    for (const { name } of PARTS) {
      const own = (at.get(name) ?? []).map(({ field, message }) => [
        name === 'licences' ? field : field.slice(name.length + 1),
        message,
      ])
      // What belongs to no part is said below the last one.
      const rest = name === 'user' && at.size === 0 ? error.message : ''
      forms[name].setErrors(Object.fromEntries(own), rest)
    }
  }
  const submits = mayCall(companyCalls.submit)

  return (
    <div className="k-page">
      <Alert
        type={kept === null ? 'info' : 'warning'}
        showIcon
        title={
          kept === null
            ? HINT
            : `已恢复${formatTime(Math.floor(kept.at / 1000), browserZone)}未保存的内容，可继续填写。`
        }
        action={
          kept !== null && (
            <Button size="small" onClick={onDiscard}>
              丢弃
            </Button>
          )
        }
      />
      <JumpList
        sections={PARTS.map(({ name, title }) => ({
          id: `open-${name}`,
          title,
          wrong: Object.keys(forms[name].errors).length,
        }))}
      />
      {PARTS.map(({ name, title, groups, inputs }) => (
        <section key={name} id={`open-${name}`} className="c-open-part" aria-label={title}>
          <h2>{title}</h2>
          <FormBody form={forms[name]} groups={groups} inputs={inputs} />
        </section>
      ))}
      <SaveBar onLeave={() => tab.close(companyDocument.places.list)}>
        {submits && (
          <Button type="primary" loading={saving} onClick={() => void save(1)}>
            保存并提交
          </Button>
        )}
        <Button type={submits ? 'default' : 'primary'} loading={saving} onClick={() => void save(0)}>
          保存
        </Button>
      </SaveBar>
    </div>
  )
}
