/** Registry of note templates: built-in ones and those of other plugins. */
import { t } from '@sd/core/public';
import type { NoteTemplate } from '../../common';

export class TemplateRegistry {
  private readonly templates = new Map<string, NoteTemplate>();
  private isClosed = false;

  constructor() {
    this.register({
      id: 'observation',
      title: t('fieldNotes.template.observation', 'Observation'),
      text: t('fieldNotes.template.observationText', 'Where:\nWhen:\nWhat I saw:\n'),
    });
  }

  register(template: NoteTemplate): void {
    if (this.isClosed) throw new Error('Templates cannot be registered after setup.');
    if (this.templates.has(template.id))
      throw new Error(`There already is a template "${template.id}".`);
    this.templates.set(template.id, template);
  }

  close(): void {
    this.isClosed = true;
  }

  get(id: string): NoteTemplate | undefined {
    return this.templates.get(id);
  }

  getAll(): readonly NoteTemplate[] {
    return [...this.templates.values()];
  }
}
