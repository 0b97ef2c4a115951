"""The reference model: follows a task's plan by what it hears, over the protocol that any model is asked by."""
