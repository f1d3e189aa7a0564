"""The same types under the names of another agent, so that bodies written for it run unchanged."""
from anneal_skill import ActionResult, Context as ActionContext, Prediction, Request
